/** Header, footer and error pages. */
export const site = {
  'site.title': 'Wātea: what broadband is available where',
  'site.description':
    'Choose a point on the map of New Zealand and see what broadband is available there, from whom, how fast it is, and what is planned.',
  'site.sentence': 'Broadband in New Zealand, point by point',
  'site.language': 'Language',
  'site.name-meaning': '{name} is Māori for available, free.',
  'site.coastline': 'Coastline: {source}, LGPL-3.0.',
  'site.demonstration': 'Demonstration data.',
  'site.demonstration-what': 'The providers, speeds and areas shown here are made up.',
  'site.no-page': 'No page at this address',
  'site.no-page-why': 'The link may be old, or a letter of it may be missing.',
  'site.to-map': 'Go to the map',
  'site.page-fault': 'Something went wrong at our end',
  'site.page-fault-text': 'This page could not be loaded. Trying again in a moment often helps.',
  'site.page-fault-number': 'If you write to us about it, please quote the number {number}.',
  'site.try-again': 'Try again',
  'site.busy': 'Wātea is busy',
  'site.busy-text': 'This page could not be made just now. Please try again in a moment.',
  'site.limit': 'Too many pages at once',
  'site.limit-text': 'There is a limit so that the service stays fast for everyone. Wait a moment, then try again.',
  'list.and': '{first} and {last}',
} as const;
