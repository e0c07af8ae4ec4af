/** The coverage on the map. */
export const layers = {
  'layers.title': 'Ngā rohe',
  'layers.what': 'Whakaaturia ki te mahere kei hea e tukuna ana',
  'layers.looking': 'E rapu ana i ngā rohe…',
  'layers.nothing-on-map': 'kāore anō he mea i te mahere',
  'layers.behind': 'Kei te whakahoutia ngā rohe i te mahere; kua hou kē ngā whakautu.',
  'layers.strength': 'Te kaha',
  'layers.percent': '{percent}\u00a0%',
  'map.no-streets': 'Kāore he mahere tiriti i tautuhia: ko te takutai me ngā rohe anake',
} as const;
