/** What frames every public page. */
export const site = {
  'site.title': 'Wātea: which broadband is available where',
  'site.description':
    'Choose a point on the map of New Zealand and see which broadband is available there, from whom, how fast, and what is planned.',
  'site.sentence': 'Broadband in New Zealand, point by point',
  'site.language': 'Language',
  'site.name-meaning': '{name} is Māori for available, free.',
  'site.coastline': 'Coastline: {source}, public domain.',
  'site.demonstration': 'Demonstration data.',
  'site.demonstration-what': 'The providers, speeds and areas shown here are invented.',
  'site.no-page': 'There is no page at this address',
  'site.no-page-why': 'Perhaps the link is old, or a letter of it went missing on the way.',
  'site.to-map': 'Go to the map',
  'site.page-fault': 'Something went wrong at our end',
  'site.page-fault-text': 'The page could not be made. Trying again in a moment often helps.',
  'site.page-fault-number': 'If you write to us about it, please quote the number {number}.',
  'site.try-again': 'Try again',
  'list.and': '{first} and {last}',
} as const;
