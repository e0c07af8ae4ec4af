/** The search for a place, an address or coordinates. */
export const search = {
  'search.label': 'Where?',
  'search.placeholder': 'Place or coordinates',
  'search.hint': 'Address, town, suburb or place, or coordinates such as −41.2866, 174.7756',
  'search.hint-without-addresses':
    'Town, suburb or place, or coordinates such as −41.2866, 174.7756. Street addresses are not loaded.',
  'search.list': 'Places',
  'search.count': { one: '{count} place found', other: '{count} places found' },
  'search.point': 'This point',
  'search.point-swapped': 'This point: longitude came first, so we swapped the two',
  'search.point-minus': 'This point, with the minus that was missing',
  'search.alias': 'also {alias}',
  'search.outside': 'outside the area this service covers',
  'search.nothing': 'No place with that name was found. Check the spelling, try a town nearby, or point at the map.',
  'search.short-link': 'A short link does not say where it leads. Open it, and copy the longer address of the map.',
  'search.failed': 'The search did not answer. You can type coordinates, or point at the map.',
  'search.page-title': 'Search',
  'search.page-found': 'Places that “{text}” may mean',
  'search.page-nothing': 'Nothing was found for “{text}”',
  'search.page-empty': 'Which place do you mean?',
  'search.page-map': 'Back to the map',
  'locate.use': 'Use my location',
  'locate.looking': 'Finding where you are…',
  'locate.insecure':
    'Browsers share your location only with HTTPS pages, and this is not one. Type a place, or point at the map.',
  'locate.refused': 'Your browser does not let this page see where you are. Type a place, or point at the map.',
  'locate.failed': 'Your device could not find its location. Type a place, or point at the map.',
} as const;
