import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseMapFile, putBaseMap } from '#db/base-map/base-map.ts';
import { type Connection, openWriter } from '#db/client.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { placeLists } from '#lib/places/place.ts';
import { smallPmtiles } from './base-map/small-pmtiles.ts';
import { fixtureNowMs } from './fixture.ts';

/** Adds to the fixture what an installation can have besides: each list of places, a street map, a key and an upload. */
export async function addEverything(databaseFile: string): Promise<void> {
  const writer = openWriter(databaseFile);
  try {
    for (const [rank, list] of placeLists.entries()) {
      const place = {
        name: `Of the ${list}`,
        detail: '',
        latitude: -41,
        longitude: 174,
        isMaori: false,
        isServed: true,
      };
      await replaceList(writer, list, [{ ...place, rank }], { source: list, nowMs: fixtureNowMs, sha256: () => list });
    }
    putStreetMap(writer, 'first');
    writeFileSync(`${databaseFile}.secret`, 'ab'.repeat(32));
    mkdirSync(`${databaseFile}-uploads`);
    writeFileSync(join(`${databaseFile}-uploads`, 'x'.repeat(32)), 'an upload');
  } finally {
    writer.sqlite.close();
  }
}

/** Replaces the street map by one whose only tile has this content. */
export function putStreetMap(writer: Connection, tile: string): void {
  const bytes = smallPmtiles({ tile: Buffer.from(tile) });
  const row = { source: 'map.pmtiles', sha256: 'x', attribution: 'a', mostZoom: 14, importedAt: fixtureNowMs };
  writeFileSync(baseMapFile(writer.sqlite.name, putBaseMap(writer.db, { ...row, bytes: bytes.length })), bytes);
}
