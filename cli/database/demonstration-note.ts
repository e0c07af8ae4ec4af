import type { CommandContext } from '#cli/command-line.ts';
import { removeDemonstration } from '#cli/words.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';

/** Says before an import that the database also has demonstration data, and how to remove them. */
export function noteDemonstration({ database, say }: CommandContext): void {
  if (!hasDemonstration(database.reader)) return;
  say([
    `${database.reader.sqlite.name} has demonstration data: invented names, coverage, a registrar and a key. To remove them: ${removeDemonstration}`,
  ]);
}
