import { checkedVersion } from '#db/broadband/seals.ts';
import { checkedTechnologies } from '#db/broadband/technologies.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';

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
