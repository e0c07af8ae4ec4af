import { pageWords } from '#app/page-words.ts';
import { type DeveloperWords, developerWords } from '#lib/messages/developers/words.ts';

/** The messages of the page for developers that is being rendered. */
export function developerPageWords(): DeveloperWords {
  return developerWords[pageWords().language];
}

/** The token in a page's address, as it was given. */
export async function tokenOf(searchParams: Promise<Record<string, unknown>>): Promise<string | undefined> {
  const { token } = await searchParams;
  return typeof token === 'string' && token !== '' ? token.slice(0, 100) : undefined;
}
