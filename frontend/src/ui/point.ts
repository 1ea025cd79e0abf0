/** A point of the window. */
export interface Point {
  /** CSS pixels from the left and the top. */
  x: number;
  y: number;
}
