/** The coverage on the map. */
export const layers = {
  'layers.title': 'Coverage',
  'layers.what': 'Show on the map where it is offered',
  'layers.best': 'Fastest available now',
  'layers.best-choice': 'Fastest available at each place',
  'layers.looking': 'Loading the layers…',
  'layers.nothing-on-map': 'nothing on the map yet',
  'layers.behind': 'The coverage on the map is being updated; answers are up to date.',
  'layers.strength': 'Strength',
  'layers.percent': '{percent}\u00a0%',
  'map.built-in': 'Coast: GSHHG (LGPL-3.0)',
  'map.coarse': 'Coasts and rivers are right to about 100\u00a0m here. No street map is loaded.',
  'map.server-down': 'The street map does not load at the moment; the built-in map is shown.',
  'map.base': 'Map',
  'map.base-streets': 'Streets',
  'map.base-aerial': 'Photos from above',
  'map.base-built-in': 'Built in',
} as const;
