// Connect Four's perft as a specialised program writes it: the same algorithm, step by step, as
// src/plyground/search/perft.py bound to src/plyground/games/connect4.py, with the board's size as
// a template parameter. Run as `perft DEPTH`; prints the count and the seconds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

template <int columns, int rows>
struct ConnectFour {
    static constexpr int height = rows + 1;

    struct State {
        uint64_t own, both;
    };

    static constexpr uint64_t full_board() {
        uint64_t board = 0;
        for (int c = 0; c < columns; c++) board |= ((uint64_t{1} << rows) - 1) << (c * height);
        return board;
    }

    static bool ongoing(State state) {
        constexpr int steps[] = {1, height - 1, height, height + 1};
        uint64_t latest = state.own ^ state.both;
        for (int step : steps) {
            uint64_t pairs = latest & (latest >> step);
            if (pairs & (pairs >> (2 * step))) return false;
        }
        return state.both != full_board();
    }

    static int moves(State state, int64_t *out) {
        int count = 0;
        for (int c = 0; c < columns; c++) {
            out[count] = c;
            count += ~state.both >> (c * height + rows - 1) & 1;
        }
        return count;
    }

    static State play(State state, int64_t move) {
        return {state.own ^ state.both, state.both | (state.both + (uint64_t{1} << move * height))};
    }

    static int64_t perft(State state, int depth) {
        if (depth == 0) return 1;
        if (!ongoing(state)) return 0;
        int64_t out[columns];
        int count = moves(state, out);
        if (depth == 1) return count;
        int64_t total = 0;
        for (int i = 0; i < count; i++) total += perft(play(state, out[i]), depth - 1);
        return total;
    }
};

int main(int, char **arguments) {
    std::clock_t begun = std::clock();
    int64_t count = ConnectFour<7, 6>::perft({0, 0}, std::atoi(arguments[1]));
    double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%lld %.6f\n", static_cast<long long>(count), seconds);
}
