// The boards of the app: `boardIn(element, geometry, options)`. What moves dots is loaded where there are any.

import { Board } from "../../browser/board.js";

/**
 * @import { BoardOptions } from "../../browser/board.js"
 * @import { Geometry } from "../../browser/picture.js"
 */

/**
 * @param {HTMLElement} place
 * @param {Geometry} geometry
 * @param {BoardOptions} options
 */
export function boardIn(place, geometry, options) {
  const board = new Board(place, geometry, options);
  const dotted = geometry.targets.some(({ dot }) => dot !== undefined);
  if (dotted) import("../../browser/dots.js").then(({ Dots }) => board.movable(Dots));
  return board;
}
