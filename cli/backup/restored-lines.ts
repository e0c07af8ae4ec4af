import type { Restored } from '#flows/backup/restore-archive.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { timeWords } from '#lib/time/date-words.ts';

/** What a restore has done, for people. */
export function restoredLines(file: string, { manifest, archives, keptIn }: Restored): string[] {
  const { databaseFile } = settings();
  const source = archives === 1 ? file : `${file} and ${counted(archives - 1, 'archive')} before it`;
  return [
    `${databaseFile} has the state of ${timeWords(Date.parse(manifest.madeAt))} again, from ${source}.`,
    keptIn === undefined ? 'There was no database before.' : `What was there before is in ${keptIn}.`,
    'Start the server: it brings the database to its version and answers from it.',
  ];
}

/** The same for programs. */
export function restoredFacts(file: string, { manifest, archives, keptIn }: Restored) {
  return { file, archives, madeAt: manifest.madeAt, database: manifest.database, keptIn: keptIn ?? null };
}
