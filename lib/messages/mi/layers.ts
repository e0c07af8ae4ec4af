/** The coverage on the map. */
export const layers = {
  'layers.title': 'Ngā rohe',
  'layers.what': 'Whakaaturia ki te mahere kei hea e tukuna ana',
  'layers.best': 'Te mea tere rawa e wātea ana',
  'layers.best-choice': 'Te mea tere rawa e wātea ana i ia wāhi',
  'layers.looking': 'E rapu ana i ngā rohe…',
  'layers.nothing-on-map': 'kāore anō he mea i te mahere',
  'layers.behind': 'Kei te whakahoutia ngā rohe i te mahere; kua hou kē ngā whakautu.',
  'layers.strength': 'Te kaha',
  'layers.percent': '{percent}\u00a0%',
  'map.built-in': 'Takutai: GSHHG (LGPL-3.0)',
  'map.coarse': 'Ko te tika o te takutai me ngā awa i konei: tōna 100\u00a0m. Kāore he mahere tiriti kua utaina.',
  'map.server-down': 'Kāore te mahere tiriti e utaina ana i tēnei wā; ko te mahere o roto e whakaaturia ana.',
  'map.base': 'Mahere',
  'map.base-streets': 'Ngā tiriti',
  'map.base-aerial': 'Ngā whakaahua nō runga',
  'map.base-built-in': 'Nō roto',
} as const;
