/** The most that one import takes; the index of a larger version would not fit beside a running server. */
export const importLimits = { vertices: 20_000_000, offers: 100_000, idsCompared: 500_000 } as const;
