import { coveragePublication, coverageSeal } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { desc, eq, sql } from '#db/drizzle.ts';
import { type PreparedStatement, preparedStatement } from '#db/prepared-statement.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { type Directory, decodeDirectory, encodeDirectory } from '#lib/broadband/coverage/directory.ts';
import { DamageFound } from '#lib/readiness.ts';
import { CellBlocks, directoryChecksum, offersChecksum } from './blocks/cell-blocks.ts';
import { bufferOf, readOffers } from './layer-content.ts';

/** Records which blocks a version has, and what they and its offers are checked against from now on. */
export function sealVersion(db: Db, versionId: number, blocks: Directory): void {
  const directory = bufferOf(encodeDirectory(blocks));
  const seal = {
    checksum: offersChecksum(versionId, readOffers(db, versionId)),
    directory,
    directoryChecksum: directoryChecksum(versionId, directory),
  };
  db.insert(coverageSeal)
    .values({ versionId, ...seal })
    .onConflictDoUpdate({ target: coverageSeal.versionId, set: seal })
    .run();
}

/** The offers of a version, and its blocks; `blocks` is undefined while nothing is published. */
export interface CheckedVersion {
  readonly offers: readonly Offer[];
  readonly blocks: CellBlocks | undefined;
}

/** How many blocks of a version that is answered stay in memory: places of which people ask often are read once. */
const mostInMemory = 4096;

/**
 * What answers read of the published version.
 *
 * @throws DamageFound when its offers or its directory do not have their checksum, or it is not the version that was
 *   published last
 */
export function checkedVersion(connection: Connection, versionId: number): CheckedVersion {
  const { db } = connection;
  if (versionId !== lastPublication(db)) throw new DamageFound({ code: 'offers-damaged', version: versionId });
  if (versionId === 0) return { offers: [], blocks: undefined };
  const { offers, seal } = checkedAgainstSeal(db, versionId);
  return { offers, blocks: new CellBlocks(connection, versionId, openDirectory(seal), mostInMemory) };
}

/**
 * The offers of any version with a cell index.
 *
 * @throws DamageFound when they do not have their checksum
 */
export function checkedOffers({ db }: Connection, versionId: number): readonly Offer[] {
  return checkedAgainstSeal(db, versionId).offers;
}

function checkedAgainstSeal(db: Db, versionId: number) {
  const offers = readOffers(db, versionId);
  const seal = db.select().from(coverageSeal).where(eq(coverageSeal.versionId, versionId)).get();
  if (seal === undefined || offersChecksum(versionId, offers) !== seal.checksum)
    throw new DamageFound({ code: 'offers-damaged', version: versionId });
  return { offers, seal };
}

/** What a connection has read of versions. */
interface ReadVersions {
  /** What the directory of a version is checked against. */
  readonly stamp: PreparedStatement<[stamp: number]>;
  /** The blocks of a few versions that were used last, by version and stamp. */
  readonly blocks: Map<string, CellBlocks>;
}

const readVersions = new WeakMap<Connection['sqlite'], ReadVersions>();
const mostUsed = 4;

/**
 * The blocks of a version; undefined if it has no cell index.
 *
 * @param isAnswered whether points are looked up in it, here and there
 * @throws DamageFound for a damaged directory
 */
export function blocksOfVersion(
  connection: Connection,
  versionId: number,
  { isAnswered = false } = {},
): CellBlocks | undefined {
  const { db } = connection;
  const known = readBy(connection);
  const [stamp] = known.stamp.get(versionId) ?? [];
  if (stamp === undefined) return undefined;
  const name = `${versionId} ${stamp}`;
  let blocks = known.blocks.get(name);
  if (blocks !== undefined) return blocks;
  const seal = db.select().from(coverageSeal).where(eq(coverageSeal.versionId, versionId)).get();
  if (seal === undefined) return undefined;
  const directory = openDirectory(seal);
  blocks = isAnswered
    ? new CellBlocks(connection, versionId, directory, mostInMemory)
    : new CellBlocks(connection, versionId, directory);
  const [oldest] = known.blocks.keys();
  if (known.blocks.size === mostUsed && oldest !== undefined) known.blocks.delete(oldest);
  known.blocks.set(name, blocks);
  return blocks;
}

function readBy(connection: Connection): ReadVersions {
  const { db, sqlite } = connection;
  let known = readVersions.get(sqlite);
  if (known !== undefined) return known;
  const query = db
    .select({ stamp: coverageSeal.directoryChecksum })
    .from(coverageSeal)
    .where(eq(coverageSeal.versionId, sql.placeholder('versionId')));
  known = { stamp: preparedStatement<[number]>(connection, query), blocks: new Map() };
  readVersions.set(sqlite, known);
  return known;
}

/** The ids of the blocks that versions have. @throws DamageFound for a damaged directory */
export function blocksInUse(db: Db): ReadonlySet<number> {
  const inUse = new Set<number>();
  for (const seal of db.select().from(coverageSeal).all()) openDirectory(seal).addIdsTo(inUse);
  return inUse;
}

function openDirectory({
  versionId,
  directory,
  directoryChecksum: stored,
}: typeof coverageSeal.$inferSelect): Directory {
  if (directoryChecksum(versionId, directory) !== stored)
    throw new DamageFound({ code: 'directory-damaged', version: versionId });
  return decodeDirectory(directory);
}

/** The number of the published version is stored twice: a flipped bit must not publish another version. */
function lastPublication(db: Db): number {
  const { id, versionId } = coveragePublication;
  return db.select({ versionId }).from(coveragePublication).orderBy(desc(id)).limit(1).get()?.versionId ?? 0;
}
