import { crc32 } from 'node:zlib';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, lt, or } from '#db/drizzle.ts';
import { DamageFound } from '#lib/readiness.ts';
import { decodeEntries, type Entries, encodeEntries } from '#lib/registry/witness/entries.ts';
import { witnessKey, type witnessLogs, witnessPart, witnessRecord } from './schema.ts';

export type WitnessLog = (typeof witnessLogs)[number];
type WitnessRecord = typeof witnessRecord.$inferSelect;
/** Which record: what a revision changed, or all names that were not free as of it. */
type Place = Pick<WitnessRecord, 'log' | 'revision' | 'whole'>;

/** The bytes of a record in the pieces in which they are stored, and their checksum. */
export interface WitnessBytes {
  readonly parts: readonly Buffer[];
  readonly checksum: number;
}

/** Small enough that a paced write can stop between two. */
const partBytes = 16_384;

/** The bytes that record these entries. */
export function witnessBytes(entries: Entries): WitnessBytes {
  const bytes = Buffer.from(encodeEntries(entries).buffer);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += partBytes) parts.push(bytes.subarray(start, start + partBytes));
  return { parts, checksum: crc32(bytes) };
}

/** The key of the hashes, and whether the database has its first witness. */
export function getWitnessKey({ db }: Pick<Connection, 'db'>): { readonly key: Buffer; readonly isBuilt: boolean } {
  const row = db.select({ key: witnessKey.key, isBuilt: witnessKey.isBuilt }).from(witnessKey).get();
  if (row?.key.length !== 8) throw new DamageFound({ code: 'witness-unusable', revision: 0 });
  return row;
}

/** Records that the database has its first witness. */
export function markWitnessBuilt(db: Db): void {
  db.update(witnessKey).set({ isBuilt: true }).run();
}

/** Stores a piece; it counts once its record is written. */
export function putWitnessPart(db: Db, { log, revision, whole }: Place, part: number, body: Buffer): void {
  db.insert(witnessPart).values({ log, revision, whole, part, body }).run();
}

/** Records what a revision changed, whose pieces are stored. Call it in the transaction that publishes the revision. */
export function putWitnessRecord(db: Db, place: Place & { readonly previous: number }, bytes: WitnessBytes): void {
  const record = { ...place, parts: bytes.parts.length };
  db.insert(witnessRecord)
    .values({ ...record, checksum: sealedBy(record, bytes.checksum) })
    .run();
}

/** Records what a revision changed, with its pieces. Call it in the transaction that publishes the revision. */
export function appendWitness(db: Db, place: Place & { readonly previous: number }, entries: Entries): void {
  const bytes = witnessBytes(entries);
  bytes.parts.forEach((body, part) => {
    putWitnessPart(db, place, part, body);
  });
  putWitnessRecord(db, place, bytes);
}

/** Removes the pieces of a revision that was not published. */
export function removeStagedParts(db: Db, revision: number): void {
  const isStaged = and(eq(witnessPart.log, 'register'), eq(witnessPart.revision, revision));
  if (findRecord({ db }, { log: 'register', revision, whole: false }) === undefined) {
    db.delete(witnessPart).where(isStaged).run();
  }
}

/** Records all names that are not free as of a revision, instead of the changes that led to it. */
export function putWholeWitness(db: Db, log: WitnessLog, revision: number, entries: Entries): void {
  appendWitness(db, { log, revision, whole: true, previous: 0 }, entries);
  // pieces of an import that is being staged are newer
  for (const table of [witnessPart, witnessRecord]) {
    const isFormer = or(lt(table.revision, revision), and(eq(table.revision, revision), eq(table.whole, false)));
    db.delete(table)
      .where(and(eq(table.log, log), isFormer))
      .run();
  }
}

/** Removes every record, so that a first one can be made. */
export function removeAllRecords(db: Db): void {
  db.delete(witnessPart).run();
  db.delete(witnessRecord).run();
}

/** The changes that lead from one revision to another. */
export interface WitnessChanges {
  /** Whether they begin with all names, so that what was known before does not count. */
  readonly startsAfresh: boolean;
  readonly changes: readonly Entries[];
}

/**
 * Reads the changes from revision `from`, which may be unknown here, to the published revision `to`.
 *
 * @throws DamageFound when a record is missing, or does not have its checksum
 */
export function readWitness(connection: Connection, log: WitnessLog, from: number, to: number): WitnessChanges {
  // a record is written with its revision, so there can be no newer one
  if (newestRevision(connection, log) !== to) throw unusable(to);
  const changes: Entries[] = [];
  let revision = to;
  while (revision !== from && revision !== 0) {
    const record =
      findRecord(connection, { log, revision, whole: true }) ?? findRecord(connection, { log, revision, whole: false });
    if (record === undefined || record.previous >= revision) throw unusable(revision);
    changes.unshift(entriesOf(connection, record));
    if (record.whole) return { startsAfresh: true, changes };
    revision = record.previous;
  }
  return { startsAfresh: revision !== from || from === 0, changes };
}

/** How many records a reader that knows nothing has to read. */
export function countRecords({ db }: Pick<Connection, 'db'>, log: WitnessLog): number {
  return db.select({ revision: witnessRecord.revision }).from(witnessRecord).where(eq(witnessRecord.log, log)).all()
    .length;
}

function newestRevision({ db }: Connection, log: WitnessLog): number {
  const newest = db
    .select({ revision: witnessRecord.revision })
    .from(witnessRecord)
    .where(eq(witnessRecord.log, log))
    .orderBy(desc(witnessRecord.revision))
    .limit(1)
    .get();
  return newest?.revision ?? 0;
}

function findRecord({ db }: Pick<Connection, 'db'>, { log, revision, whole }: Place): WitnessRecord | undefined {
  return db
    .select()
    .from(witnessRecord)
    .where(and(eq(witnessRecord.log, log), eq(witnessRecord.revision, revision), eq(witnessRecord.whole, whole)))
    .get();
}

function entriesOf({ db }: Connection, record: WitnessRecord): Entries {
  const { log, revision, whole } = record;
  const isOfRecord = and(eq(witnessPart.log, log), eq(witnessPart.revision, revision), eq(witnessPart.whole, whole));
  const rows = db.select({ body: witnessPart.body }).from(witnessPart).where(isOfRecord);
  const bytes = Buffer.concat(
    rows
      .orderBy(asc(witnessPart.part))
      .all()
      .map(({ body }) => body),
  );
  const entries = sealedBy(record, crc32(bytes)) === record.checksum ? decodeEntries(bytes) : undefined;
  if (entries === undefined) throw unusable(revision);
  return entries;
}

/** The checksum of a record: of its other columns, after that of its bytes. */
function sealedBy({ log, revision, whole, previous, parts }: Omit<WitnessRecord, 'checksum'>, bytes: number): number {
  return crc32(JSON.stringify([log, revision, whole, previous, parts]), bytes);
}

function unusable(revision: number): DamageFound {
  return new DamageFound({ code: 'witness-unusable', revision });
}
