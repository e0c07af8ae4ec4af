import { coverageCell, coveragePublication, coverageSeal, coverageUnsealed } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, gte, lt } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { DamageFound } from '#lib/readiness/damage.ts';
import { blockChecksum, sealChecksum } from './checksums.ts';
import { readOffers } from './offers.ts';

/** Records what a version whose index is complete is checked against from now on. */
export function sealVersion(db: Db, versionId: number): void {
  const firstCell = firstCellOf(db, versionId);
  const seal = { firstCell, checksum: sealChecksum(versionId, firstCell, readOffers(db, versionId)) };
  db.insert(coverageSeal)
    .values({ versionId, ...seal })
    .onConflictDoUpdate({ target: coverageSeal.versionId, set: seal })
    .run();
  db.delete(coverageUnsealed).where(eq(coverageUnsealed.versionId, versionId)).run();
}

/** The offers of a version, and the check of its blocks: undefined while a version of before has no checksums. */
export interface CheckedVersion {
  readonly offers: readonly Offer[];
  readonly blocks: BlockCheck | undefined;
}

/**
 * What answers read of the published version.
 *
 * @throws DamageFound when its offers do not have their checksum, or it is not the version that was published last
 */
export function checkedVersion(connection: Connection, versionId: number): CheckedVersion {
  const { db } = connection;
  const damaged = new DamageFound({ code: 'offers-damaged', version: versionId });
  if (versionId !== lastPublication(db)) throw damaged;
  const offers = readOffers(db, versionId);
  if (versionId === 0 || isUnsealed(db, versionId)) return { offers, blocks: undefined };
  const seal = db.select().from(coverageSeal).where(eq(coverageSeal.versionId, versionId)).get();
  if (seal === undefined || sealChecksum(versionId, seal.firstCell, offers) !== seal.checksum) {
    throw damaged;
  }
  return { offers, blocks: new BlockCheck(connection, versionId, seal.firstCell) };
}

/** Checks the blocks of a version's index, each once. */
export class BlockCheck {
  readonly #versionId: number;
  readonly #firstCell: number | null;
  readonly #checked = new Set<number>();
  readonly #after: (id: number) => number | undefined;
  readonly #checksumOf: (id: number) => number | null | undefined;

  constructor(connection: Connection, versionId: number, firstCell: number | null) {
    this.#versionId = versionId;
    this.#firstCell = firstCell;
    const after = connection.sqlite
      .prepare<[number, number], number>('SELECT id FROM coverage_cell WHERE id > ? AND id < ? ORDER BY id LIMIT 1')
      .pluck();
    this.#after = (place) => after.get(place, (versionId + 1) * KEY_SPAN);
    const stored = connection.sqlite
      .prepare<[number], number | null>('SELECT checksum FROM coverage_cell WHERE id = ?')
      .pluck();
    this.#checksumOf = (place) => stored.get(place);
  }

  /** @throws DamageFound unless the block has its checksum */
  require(id: number, body: Uint8Array): void {
    if (this.#checked.has(id)) return;
    if (blockChecksum(id, body, this.#after(id)) !== this.#checksumOf(id)) throw this.#damage(id);
    this.#checked.add(id);
  }

  /** @throws DamageFound when there should be a block at or before an id for which none was found */
  requireNone(id: number): void {
    if (this.#firstCell !== null && this.#firstCell <= id) throw this.#damage(this.#firstCell);
  }

  /** @throws DamageFound unless the version's blocks begin where they should. @param key of the first that was found */
  requireFirst(key: number | undefined): void {
    const first = key === undefined ? null : this.#versionId * KEY_SPAN + key;
    if (first !== this.#firstCell) throw this.#damage(this.#firstCell ?? first ?? 0);
  }

  #damage(id: number): DamageFound {
    return new DamageFound({
      code: 'block-damaged',
      version: this.#versionId,
      block: id - this.#versionId * KEY_SPAN,
    });
  }
}

/** Stores the checksums of a version's blocks. */
export async function sealBlocks(writer: Connection, versionId: number): Promise<void> {
  const [first, end] = [versionId * KEY_SPAN, (versionId + 1) * KEY_SPAN];
  const ids = writer.sqlite
    .prepare<[number, number], number>('SELECT id FROM coverage_cell WHERE id >= ? AND id < ? ORDER BY id')
    .pluck()
    .all(first, end);
  const body = writer.sqlite.prepare<[number], Buffer>('SELECT body FROM coverage_cell WHERE id = ?').pluck();
  const update = writer.sqlite.prepare<[number, number]>('UPDATE coverage_cell SET checksum = ? WHERE id = ?');
  const seal = ([at, id]: [number, number]) => {
    const content = body.get(id);
    if (content !== undefined) update.run(blockChecksum(id, content, ids[at + 1]), id);
  };
  await writePaced(writer, ids.entries(), seal);
}

/** The versions of before there were checksums that have an index. */
export function unsealedVersions(db: Db): number[] {
  return db
    .select({ id: coverageUnsealed.versionId })
    .from(coverageUnsealed)
    .all()
    .map(({ id }) => id);
}

function isUnsealed(db: Db, versionId: number): boolean {
  return unsealedVersions(db).includes(versionId);
}

/** The number of the published version is stored twice: a flipped bit must not publish another version. */
function lastPublication(db: Db): number {
  const { id, versionId } = coveragePublication;
  return db.select({ versionId }).from(coveragePublication).orderBy(desc(id)).limit(1).get()?.versionId ?? 0;
}

function firstCellOf(db: Db, versionId: number): number | null {
  const first = db
    .select({ id: coverageCell.id })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, versionId * KEY_SPAN), lt(coverageCell.id, (versionId + 1) * KEY_SPAN)))
    .orderBy(asc(coverageCell.id))
    .limit(1)
    .get();
  return first?.id ?? null;
}
