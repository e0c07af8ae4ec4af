import { leafOfVersionAt } from '#db/broadband/cells.ts';
import { checkedVersion } from '#db/broadband/seals.ts';
import { checkedTechnologies } from '#db/broadband/technology-seal.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';

const blocks = 500;

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
    const checked = checkedVersion(connection, versionId);
    for (let block = 0; block < blocks && checked.blocks !== undefined; block++) {
      const leaf = leafOfVersionAt(connection, versionId, Math.floor(Math.random() * KEY_SPAN));
      if (leaf !== undefined) checked.blocks.require(versionId * KEY_SPAN + leaf.key, leaf.body);
    }
  });
  compare();
}
