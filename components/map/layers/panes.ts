/** The z-index of our panes in Leaflet's map, where lines have 400 and markers 600. */
export const panes = {
  land: 150,
  landDetail: 160,
  streets: 200,
  coverage: 300,
  streetNames: 350,
  addresses: 450,
} as const;
