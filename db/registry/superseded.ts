import type { Connection } from '#db/client.ts';
import { writePaced } from '#db/paced-write.ts';

/**
 * Takes states that a newer published one has followed out of the index of pending names, so that the droplist and the
 * release job do not read all that was ever pending. It changes no answer; what a crash leaves is taken the next time.
 */
export async function supersede(connection: Connection, pace: { exclusive?: boolean }): Promise<void> {
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
  const write = ({ name, revision }: { name: string; revision: number }) => {
    mark.run(name, revision);
  };
  await writePaced(connection, rows, write, { exclusive: pace.exclusive ?? false });
}
