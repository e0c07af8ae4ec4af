import { beforeEach, describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { mayCover } from '#lib/tiles/tile-set.ts';
import {
  collection,
  feature,
  file,
  importFile,
  importOnly,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { publishedTileSets, shownTileSets, tileSetsOfVersion } from './tile-sets.ts';

const fibreOf = (provider: string) => file(collection(feature({ provider }, square(174, -41))), `${provider}.geojson`);

let database: Connections;
beforeEach(() => {
  database = freshDatabase();
  setProcessWide('connections', database);
  setProcessWide('published-tile-sets', undefined);
});

const shown = () => {
  const { versionId, isBehind } = shownTileSets();
  return { versionId, isBehind };
};

async function publishUndrawn(provider: string): Promise<number> {
  const { id } = await importOnly(database, fibreOf(provider));
  await publishVersion(database, id, writing);
  letCachesCheck();
  return id;
}

describe('while the published version is not drawn', () => {
  test('maps show the version before, which everybody may see until then', async () => {
    const first = (await importFile(database, fibreOf('One'))).id;
    await publishVersion(database, first, writing);
    letCachesCheck();
    expect(shown()).toEqual({ versionId: first, isBehind: false });

    const second = await publishUndrawn('Two');
    expect(publishedTileSets().versionId).toBe(second);
    expect(shown()).toEqual({ versionId: first, isBehind: true });
    expect([first, second].map((id) => tileSetsOfVersion(id)?.isPublic)).toEqual([true, true]);
    // its own address never has another version's tiles
    expect(tileSetsOfVersion(second)?.sets.get(1)).toMatchObject({ versionId: second, isDrawn: false });

    await completeVersion(database.writer, second, writing);
    letCachesCheck();
    expect(shown()).toEqual({ versionId: second, isBehind: false });
    expect([first, second].map((id) => tileSetsOfVersion(id)?.isPublic)).toEqual([false, true]);
    expect(tileSetsOfVersion(second)?.sets.get(1)).toMatchObject({ isDrawn: true });
  });

  test('no tile of it is empty because nothing of it is drawn', async () => {
    await publishUndrawn('One');
    expect(shown()).toEqual({ versionId: 1, isBehind: true });
    const set = shownTileSets().sets.get(1);
    expect(set && mayCover(set, { setId: 1, z: 4, x: 0, y: 0, format: 'png' })).toBe(true);
  });

  test('a version that was deleted is not shown', async () => {
    for (const provider of ['One', 'Two']) {
      const { id } = await importFile(database, fibreOf(provider));
      await publishVersion(database, id, writing);
    }
    await publishUndrawn('Three');
    expect(shown()).toEqual({ versionId: 2, isBehind: true });
    await deleteVersion(database, 2, writing);
    letCachesCheck();
    expect(shown()).toEqual({ versionId: 1, isBehind: true });
  });

  test('a rollback to a drawn version shows that', async () => {
    const { id } = await importFile(database, fibreOf('One'));
    await publishVersion(database, id, writing);
    await publishUndrawn('Two');
    await rollBack(database, writing);
    letCachesCheck();
    expect(shown()).toEqual({ versionId: id, isBehind: false });
  });
});
