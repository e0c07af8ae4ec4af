import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkedVersion } from '#db/broadband/seals.ts';
import { checkedTechnologies } from '#db/broadband/technologies.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { DamageList } from '#lib/readiness/damage.ts';

const blocksAtOnce = 500;

/**
 * Compares the offers and every block of the published version with their checksums. What differs is added to `found`.
 *
 * @throws DamageFound when the offers are damaged, or what SQLite throws for pages that it cannot read
 */
export async function checkCoverage(connection: Connection, found: DamageList): Promise<void> {
  found.try(() => void checkedTechnologies(connection));
  const versionId = getPublishedId(connection.db);
  if (versionId === undefined) return;
  const { blocks } = checkedVersion(connection, versionId);
  if (blocks === undefined) return;
  for (let index = 0; index < blocks.directory.length; index++) {
    found.try(() => void blocks.body(index));
    if (index % blocksAtOnce === 0) await nextTurn();
  }
}
