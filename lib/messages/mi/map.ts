/** The map, and how to ask. */
export const map = {
  'map.label':
    'He mahere o Aotearoa. Mā ngā pātuhi pere e neke, mā te tāpiri me te tango e topa, mā te Whakauru e tohu te rīpeka i waenganui: i tawhiti ka tata mai te mahere, i tata ka pātai.',
  'map.keys': 'Neke: ngā pātuhi pere. Topa: + me −. Tohua te rīpeka: Whakauru',
  'map.point-at-roof': 'Kua tata mai: tohua te tuanui',
  'map.point-at-roof-without-streets': 'Kua tata mai: tohua te wāhi o te tuanui',
  'map.pin': 'Ko te wāhi i pātaihia. Mā ngā pātuhi pere e neke; mā Shift ka roa ake te neke.',
  'map.zoom-in': 'Topa mai',
  'map.zoom-out': 'Topa atu',
  'map.sheet': 'Te teitei o te mahere. Mā ngā pātuhi pere whakarunga me te whakararo e huri.',
  'map.skip': 'Pekea te mahere',
  'map.scriptless': 'Me whai JavaScript te mahere. Ka mahi te rapunga me ngā whakautu ahakoa kāore he JavaScript.',
  'ask.title': 'Kimihia te ipurangi tere i tētahi wāhi',
  'ask.lead':
    'Kōwhiria he wāhi i te mahere. Ka kite koe i ia momo ipurangi tere i reira: e wātea ana rānei, e hangaia ana rānei, kua whakamaherea rānei, nā wai e whakarato, he pēhea hoki te tere.',
  'ask.towns': 'Tīmata rānei ki tētahi tāone',
  'ask.ask': 'Pātai',
  'point.north': '{degrees}°\u00a0Raki',
  'point.south': '{degrees}°\u00a0Tonga',
  'point.east': '{degrees}°\u00a0Rāwhiti',
  'point.west': '{degrees}°\u00a0Uru',
} as const;
