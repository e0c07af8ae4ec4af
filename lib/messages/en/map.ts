/** The map, and the ways to ask. */
export const map = {
  'map.label':
    'Map of New Zealand. Arrow keys move it, plus and minus zoom, Enter asks about the point at the cross in the middle.',
  'map.keys': 'Arrow keys move, + and − zoom, Enter asks at the cross',
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
