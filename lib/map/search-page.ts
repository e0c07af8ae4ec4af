/** The page that answers a search without JavaScript: `/search?q=<text>`. */
export const searchPath = '/search';
/** In characters. No address is longer; links of maps are cut after their point. */
export const longestSearch = 1000;
