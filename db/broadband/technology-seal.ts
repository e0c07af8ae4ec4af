import { crc32 } from 'node:zlib';
import { technologySeal } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { DamageFound } from '#lib/readiness/damage.ts';
import { type TechnologyInUse, technologiesInUse } from './technologies.ts';

/** Records the checksum of the technologies in use. Call it in the transaction that changes them. */
export function sealTechnologies(db: Db): void {
  const checksum = checksumOf(technologiesInUse({ db }));
  db.insert(technologySeal)
    .values({ id: 1, checksum })
    .onConflictDoUpdate({ target: technologySeal.id, set: { checksum } })
    .run();
}

/** Gives a database of before there was a checksum its first. */
export function sealTechnologiesOnce(db: Db): void {
  if (getChecksum(db) === undefined) sealTechnologies(db);
}

/** The technologies in use. @throws DamageFound when they do not have their checksum */
export function checkedTechnologies({ db }: Pick<Connection, 'db'>): TechnologyInUse[] {
  const technologies = technologiesInUse({ db });
  const expected = getChecksum(db);
  if (expected === undefined || checksumOf(technologies) === expected) return technologies;
  throw new DamageFound({ code: 'technologies-damaged' });
}

function getChecksum(db: Db): number | undefined {
  return db.select({ checksum: technologySeal.checksum }).from(technologySeal).get()?.checksum;
}

function checksumOf(technologies: readonly TechnologyInUse[]): number {
  return crc32(JSON.stringify(technologies));
}
