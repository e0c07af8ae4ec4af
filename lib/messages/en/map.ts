/** The map, and the ways to ask. */
export const map = {
  'map.label':
    'Map of New Zealand. Arrow keys move it, plus and minus zoom, Enter points at the cross in the middle: far off it brings the map closer, near by it asks.',
  'map.keys': 'Arrow keys move, + and − zoom, Enter points at the cross',
  'map.point-at-roof': 'Closer now: point at the roof',
  'map.point-at-roof-without-streets': 'Closer now: point at where the roof is',
  'map.pin': 'The point that was asked about. Arrow keys move it, with Shift in longer steps.',
  'map.zoom-in': 'Zoom in',
  'map.zoom-out': 'Zoom out',
  'map.skip': 'Skip the map',
  'map.scriptless': 'The map and its answers need JavaScript. Please allow it for this page.',
  'ask.title': 'Find the broadband at a place',
  'ask.lead':
    'Choose a point on the map. You will see each kind of broadband there: whether it is available, being built or planned, who provides it, and how fast it is.',
  'ask.towns': 'Or begin with a town',
  'ask.ask': 'Ask',
  'point.north': '{degrees}°\u00a0N',
  'point.south': '{degrees}°\u00a0S',
  'point.east': '{degrees}°\u00a0E',
  'point.west': '{degrees}°\u00a0W',
} as const;
