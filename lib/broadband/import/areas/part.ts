/** One polygon: its outer ring, then its holes, each x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
export type Part = readonly Int32Array[];
