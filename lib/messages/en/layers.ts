/** The coverage on the map. */
export const layers = {
  'layers.title': 'Coverage',
  'layers.what': 'Show on the map where it is offered',
  'layers.looking': 'Loading the layers…',
  'layers.nothing-on-map': 'nothing on the map yet',
  'layers.behind': 'The coverage on the map is being updated; answers are up to date.',
  'layers.strength': 'Strength',
  'layers.percent': '{percent}\u00a0%',
  'map.no-streets': 'No street map is set up: outline and coverage only',
} as const;
