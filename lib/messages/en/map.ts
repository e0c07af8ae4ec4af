/** The map, and how to ask. */
export const map = {
  'map.label':
    'Map of New Zealand. Arrow keys move it, plus and minus zoom, Enter points at the cross in the middle: from far out it zooms in, close up it asks.',
  'map.keys': 'Arrow keys move, + and − zoom, Enter points at the cross',
  'map.point-at-roof': 'Zoomed in: now point at the roof',
  'map.point-at-roof-without-streets': 'Zoomed in: now point to where the roof is',
  'map.pin': 'The chosen point. Arrow keys move it; with Shift, in longer steps.',
  'map.zoom-in': 'Zoom in',
  'map.zoom-out': 'Zoom out',
  'map.sheet': 'Height of the map. Up and down arrow keys change it.',
  'map.skip': 'Skip the map',
  'map.scriptless': 'The map needs JavaScript. The search and the answers work without it.',
  'ask.title': 'Find broadband at a place',
  'ask.lead':
    'Choose a point on the map. You will see each kind of broadband there: whether it is available, being built or planned, who provides it, and how fast it is.',
  'ask.towns': 'Or start with a town',
  'ask.ask': 'Ask',
  'point.north': '{degrees}°\u00a0N',
  'point.south': '{degrees}°\u00a0S',
  'point.east': '{degrees}°\u00a0E',
  'point.west': '{degrees}°\u00a0W',
} as const;
