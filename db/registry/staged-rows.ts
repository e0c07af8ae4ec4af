import type { Connection } from '#db/client.ts';
import type { NameChange } from './scratch.ts';

/** Writes the rows of a run, which nobody sees until its revision is published. */
export interface StagedRows {
  put(change: NameChange): void;
  remove(name: string): void;
}

export function stagedRows({ sqlite }: Connection, revision: number): StagedRows {
  const insert = sqlite.prepare<[string, number, number | null, number | null, number | null]>(
    'INSERT INTO domain (name, revision, registered, cancelled, free_at) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = sqlite.prepare<[string, number]>('DELETE FROM domain WHERE name = ? AND revision = ?');
  return {
    put({ name, registered, cancelled, freeAt }) {
      insert.run(name, revision, registered, cancelled, freeAt);
    },
    remove(name) {
      remove.run(name, revision);
    },
  };
}
