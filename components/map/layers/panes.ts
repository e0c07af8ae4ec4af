/** What lies over what, as z-index among the parts of Leaflet's map: its own lines have 400, its markers 600. */
export const panes = { land: 150, streets: 200, coverage: 300 } as const;
