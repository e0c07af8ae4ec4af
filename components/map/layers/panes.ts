/** The z-index of our panes in Leaflet's map, where lines have 400 and markers 600. */
export const panes = { land: 150, streets: 200, coverage: 300 } as const;
