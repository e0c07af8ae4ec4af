/** Comparing two points. */
export const compare = {
  'compare.open': 'Compare with another place',
  'compare.title': 'Compare two places',
  'compare.back': 'Back to {place} only',
  'compare.choose': 'Choose the second place',
  'compare.choose-another': 'Choose a different second place',
  'compare.table': 'Summary',
  'compare.label':
    'Map of New Zealand with the two places. Arrow keys move it, plus and minus zoom, Enter chooses the second place at the cross in the middle.',
  'compare.keys': 'Arrow keys move, + and − zoom, Enter chooses the second place',
} as const;
