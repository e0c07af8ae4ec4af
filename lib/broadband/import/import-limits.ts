const vertices = 20_000_000;

/** The most that one import takes in; the index of a version with more would not fit beside a running server. */
export const importLimits = {
  vertices,
  offers: 100_000,
  idsCompared: 500_000,
  tooManyVertices: `The file has more than ${vertices.toLocaleString('en-NZ')} vertices: split it, or generalise it.`,
} as const;
