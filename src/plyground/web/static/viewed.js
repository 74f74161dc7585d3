// The games of a page of the app, each with a board to try moves on.

import { Board } from "../../browser/board.js";
import { viewAll } from "./viewer.js";

viewAll(Board);
