import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkedVersion } from '#db/broadband/seals.ts';
import { checkedTechnologies } from '#db/broadband/technologies.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { DamageList } from '#lib/readiness.ts';

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

const mostBlocks = 500;

/**
 * Compares the published offers and a sample of the blocks of the cell index with their checksums.
 *
 * @throws DamageFound when they differ
 */
export function sampleCoverage(connection: Connection): void {
  const compare = connection.sqlite.transaction(() => {
    checkedTechnologies(connection);
    const versionId = getPublishedId(connection.db);
    if (versionId === undefined) return;
    const { blocks } = checkedVersion(connection, versionId);
    const count = blocks?.directory.length ?? 0;
    for (let block = 0; block < Math.min(count, mostBlocks); block++) blocks?.body(Math.floor(Math.random() * count));
  });
  compare();
}
