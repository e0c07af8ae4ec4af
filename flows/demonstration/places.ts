import { createHash } from 'node:crypto';
import type { Connection } from '#db/client.ts';
import { getList } from '#db/places/lists.ts';
import { removeList, replaceList } from '#flows/places/import-places.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';

/** Makes the demonstration's towns searchable, unless a gazetteer was imported. */
export async function seedDemonstrationPlaces(writer: Connection, nowMs: number): Promise<void> {
  if (getList(writer, 'gazetteer') !== undefined) return;
  const places = towns.map(
    ({ name, latitude, longitude, isMaori }, rank): RankedPlace => ({
      name,
      detail: 'Town',
      latitude,
      longitude,
      isMaori,
      isServed: true,
      rank,
    }),
  );
  const sha256 = createHash('sha256').update(JSON.stringify(places)).digest('hex');
  await replaceList(writer, 'gazetteer', places, { source: 'demonstration data', nowMs, sha256: () => sha256 });
}

/** Removes the demonstration's towns, but not a gazetteer that was imported since. */
export async function removeDemonstrationPlaces(writer: Connection, nowMs: number): Promise<void> {
  if (getList(writer, 'gazetteer')?.isDemonstration === true) await removeList(writer, 'gazetteer', nowMs);
}
