/** Comparing two points. */
export const compare = {
  'compare.open': 'Whakatauritea ki tētahi atu wāhi',
  'compare.title': 'Whakatauritea ngā wāhi e rua',
  'compare.back': 'Hoki ki {place} anake',
  'compare.choose': 'Kōwhiria te wāhi tuarua',
  'compare.choose-another': 'Kōwhiria tētahi atu wāhi tuarua',
  'compare.table': 'Hei whakarāpopoto',
  'compare.label':
    'He mahere o Aotearoa me ngā wāhi e whakatauritea ana. Mā ngā pātuhi pere e neke, mā te tāpiri me te tango e topa, mā te Whakauru e kōwhiri te wāhi tuarua kei te rīpeka i waenganui.',
  'compare.keys': 'Neke: ngā pātuhi pere. Topa: + me −. Kōwhiria te wāhi tuarua: Whakauru',
} as const;
