import { setImmediate as nextTurn } from 'node:timers/promises';
import { leavesOfVersion } from '#db/broadband/cells.ts';
import { checkedVersion, sealBlocks, sealVersion, unsealedVersions } from '#db/broadband/seals.ts';
import { checkedTechnologies } from '#db/broadband/technology-seal.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { DamageList } from '#lib/readiness/damage-list.ts';

const blocksAtOnce = 2000;

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
  let checked = 0;
  let first: number | undefined;
  for (const { key, body } of leavesOfVersion(connection, versionId)) {
    first ??= key;
    found.try(() => blocks.require(versionId * KEY_SPAN + key, body));
    if (++checked % blocksAtOnce === 0) await nextTurn();
  }
  found.try(() => blocks.requireFirst(first));
}

/** Gives versions of before there were checksums theirs. Call it after the whole file has been checked. */
export async function sealFormerVersions(writer: Connection): Promise<void> {
  for (const versionId of unsealedVersions(writer.db)) {
    await sealBlocks(writer, versionId);
    await transact(writer, (db) => sealVersion(db, versionId));
  }
}
