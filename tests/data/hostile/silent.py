"""Never answers."""


def choose(game):
    while True:
        pass
