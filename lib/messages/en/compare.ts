/** Two points side by side. */
export const compare = {
  'compare.open': 'Compare with another place',
  'compare.title': 'Compare two places',
  'compare.back': 'Back to {place} alone',
  'compare.choose': 'Choose the second place',
  'compare.choose-another': 'Choose another second place',
  'compare.table': 'In short',
  'compare.label':
    'Map of New Zealand with the places that are compared. Arrow keys move it, plus and minus zoom, Enter chooses the second place at the cross in the middle.',
  'compare.keys': 'Arrow keys move, + and − zoom, Enter chooses the second place',
} as const;
