/** What is drawn on the map besides the land. */
export const layers = {
  'layers.title': 'Coverage',
  'layers.what': 'Show on the map where it is offered',
  'layers.looking': 'Looking for the layers…',
  'layers.nothing-on-map': 'nothing on the map yet',
  'layers.strength': 'Strength',
  'layers.percent': '{percent}\u00a0%',
  'map.no-streets': 'No street map is set: outline and coverage only',
} as const;
