import type { Connection } from '#db/client.ts';
import { writePaced } from '#db/paced-write.ts';

/**
 * Takes states that a newer published one has replaced out of the index of pending names, so that the droplist and the
 * release job do not read every name that was ever pending. No answer changes. What a crash leaves undone is done the
 * next time.
 */
export async function supersedeStates(
  connection: Connection,
  { exclusive = false }: { readonly exclusive?: boolean },
): Promise<void> {
  const rows = connection.sqlite
    .prepare<[], { name: string; revision: number }>(
      `SELECT name, revision FROM domain AS former INDEXED BY domain_pending
       WHERE cancelled IS NOT NULL AND free_at IS NULL AND superseded = 0 AND EXISTS (
         SELECT 1 FROM domain AS newer WHERE newer.name = former.name AND newer.revision > former.revision
           AND newer.revision <= (SELECT value FROM generation WHERE subject = 'register'))`,
    )
    .all();
  const mark = connection.sqlite.prepare<[string, number]>(
    'UPDATE domain SET superseded = 1 WHERE name = ? AND revision = ?',
  );
  await writePaced(connection, rows, ({ name, revision }) => void mark.run(name, revision), { exclusive });
}
