/** The page that answers a search without JavaScript: `/search?q=<text>`. It is apart from what reads such texts, which pages load later. */
export const searchPath = '/search';
