/** The tables that each node has for itself: they are neither captured nor compared. */
export const localTables: ReadonlySet<string> = new Set(['cluster_position']);
