import type { Connection } from '#db/client.ts';

/** More trigrams make no search faster; the rows are compared with the whole text anyway. */
const mostTrigrams = 64;

/** A text of one or two characters that begins more trigrams than this is in so many rows that the newest ones have it. */
const mostBeginnings = 300;

/** Three characters that no value of the log has in a row, as none has NUL: JSON writes both as escapes. */
const unused = '\x01\x01\x01';

/**
 * What to ask the index `audit_text` for, so that it finds every row that contains a text, and some others: the index has
 * only the trigrams of a row, and not their order.
 *
 * @returns undefined where the index is of no use: for an empty text, and for one that most of the rows contain
 */
export function matchOf(connection: Connection, text: string): string | undefined {
  if (text === '') return undefined;
  if (text.includes('\0')) return quoted(unused);
  const characters = [...text];
  if (characters.length < 3) return matchOfShort(connection, text);
  const trigrams = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)].slice(0, mostTrigrams).map(quoted).join(' AND ');
}

/** Any of the trigrams that begin with one or two characters. */
function matchOfShort({ sqlite }: Connection, text: string): string | undefined {
  // SQLite and JavaScript agree on lower case in ASCII only
  if (/\P{ASCII}/u.test(text)) return undefined;
  const beginning = text.toLowerCase();
  const next = sqlite
    .prepare<[string, string], string>('SELECT term FROM audit_term WHERE term >= ? AND term < ? ORDER BY term LIMIT 1')
    .pluck();
  const found: string[] = [];
  for (let from = beginning; ; ) {
    const term = next.get(from, `${beginning}\u{10FFFF}`);
    if (term === undefined) return (found.length === 0 ? [unused] : found).map(quoted).join(' OR ');
    if (found.length === mostBeginnings) return undefined;
    found.push(term);
    from = `${term}\x01`;
  }
}

/** Whether more than `most` rows have these trigrams. */
export function isCommon({ sqlite }: Connection, match: string, most: number): boolean {
  const count = sqlite
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM audit_text WHERE audit_text MATCH ? LIMIT ?)',
    )
    .pluck()
    .get(match, most + 1);
  return (count ?? 0) > most;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
