import { hash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { suffixesBeside } from '#db/backup/restore.ts';
import { Snapshot } from '#db/backup/snapshot.ts';
import { getBaseMap, hasBaseMaps } from '#db/base-map/base-map.ts';
import type { Connection } from '#db/client.ts';
import { databaseVersion } from '#db/migrate.ts';
import { getList } from '#db/places/lists.ts';
import { digestOf } from '#flows/files/file-bytes.ts';
import type { KnownArchive } from '#lib/backup/archives.ts';
import { databaseMember, type Manifest, type Member, pageNumberBytes, pagesMember } from '#lib/backup/manifest.ts';
import { sharedNow } from '#lib/clock.ts';
import { placeLists } from '#lib/places/place.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { type PageHashes, pagesOf, type SnapshotReading, type SnapshotSurvey, surveySnapshot } from './page-hashes.ts';
import { writeArchive } from './write-archive.ts';

/** How often a state is taken again because files beside the database were replaced at that moment. */
const mostAttempts = 5;
/** Changed pages that are read at a time. */
const pagesAtOnce = 256;

export interface ArchiveOrder extends SnapshotReading {
  /** The path of the archive, once it is known when its state was current. */
  readonly fileOf: (kind: Manifest['kind'], madeAt: EpochMs) => string;
  /** Makes an increment on this; undefined: a full archive. */
  readonly base?: PageHashes | undefined;
  /** Whether hashes of the pages are wanted, for increments to come. */
  readonly isBase?: boolean;
}

export interface MadeArchive extends KnownArchive {
  readonly file: string;
  readonly bytes: number;
  readonly manifestText: string;
  /** Of all pages; empty unless they were wanted. */
  readonly hashes: Buffer;
}

/**
 * Makes an archive of the present state, while others go on writing. A writer must have opened the database before.
 *
 * @throws Refusal when it cannot be written
 */
export async function makeArchive(databaseFile: string, order: ArchiveOrder): Promise<MadeArchive> {
  const { snapshot, beside, madeAt } = await takeState(databaseFile);
  try {
    const { base } = order;
    const before = base?.hashes ?? (order.isBase === true ? Buffer.alloc(0) : undefined);
    const survey = await surveySnapshot(snapshot, before, order);
    const pages = base === undefined ? undefined : survey.changed;
    const content = await contentMember(snapshot, survey, pages, order);
    const manifest = manifestOf({ snapshot, beside, madeAt, survey, content, base: base?.archive });
    const manifestText = JSON.stringify(manifest);
    const file = order.fileOf(manifest.kind, madeAt);
    const bytes = await writeArchive(file, manifest, manifestText, (member) => {
      if (member.name !== content.name) return beside.content(member);
      return pages === undefined ? pagesOf(snapshot, order) : changedPages(snapshot, pages, order);
    });
    const known = { name: basename(file), manifest, manifestSha256: hash('sha256', manifestText) };
    return { ...known, file, bytes, manifestText, hashes: survey.hashes };
  } finally {
    snapshot.close();
    await beside.close();
  }
}

/** Checks an archive that was just made, and removes one that is not good: nobody must mistake it for a backup. */
export async function requireGood({ file }: MadeArchive, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (fault) {
    rmSync(file, { force: true });
    throw fault;
  }
}

/** Takes a state of the database, and the files beside it that belong to it. */
async function takeState(databaseFile: string) {
  for (let attempt = 1; ; attempt++) {
    const madeAt = sharedNow();
    const snapshot = new Snapshot(databaseFile);
    try {
      const beside = await openBesideFiles(snapshot.connection, databaseFile);
      if (beside !== undefined) return { snapshot, beside, madeAt };
    } catch (fault) {
      snapshot.close();
      throw fault;
    }
    snapshot.close();
    if (attempt === mostAttempts) throw new Error(`A file beside ${databaseFile} is missing.`);
  }
}

/** The member with the database or its changed pages; of these, the hash takes a reading of their own. */
async function contentMember(
  snapshot: Snapshot,
  { sha256 }: SnapshotSurvey,
  pages: readonly number[] | undefined,
  reading: SnapshotReading,
): Promise<Member> {
  if (pages === undefined) return { name: databaseMember, bytes: snapshot.pages * snapshot.pageBytes, sha256 };
  const bytes = pages.length * (pageNumberBytes + snapshot.pageBytes);
  return { name: pagesMember, bytes, sha256: await digestOf(changedPages(snapshot, pages, reading)) };
}

/** Each page after its number, many at a time. */
async function* changedPages(snapshot: Snapshot, pages: readonly number[], { pace }: SnapshotReading) {
  for (let first = 0; first < pages.length; first += pagesAtOnce) {
    const chunk = pages.slice(first, first + pagesAtOnce).flatMap((page) => {
      const number = Buffer.alloc(pageNumberBytes);
      number.writeUInt32BE(page);
      return [number, snapshot.read(page, 1)];
    });
    yield Buffer.concat(chunk);
    await pace();
  }
}

interface ManifestFacts {
  readonly snapshot: Snapshot;
  readonly beside: BesideFiles;
  readonly madeAt: EpochMs;
  readonly survey: SnapshotSurvey;
  readonly content: Member;
  readonly base: KnownArchive | undefined;
}

function manifestOf({ snapshot, beside, madeAt, survey, content, base }: ManifestFacts): Manifest {
  const id = randomUUID();
  const known = base?.manifest.files ?? [];
  const isNew = (file: Member) => !known.some(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  return {
    format: 'watea-backup-1',
    kind: base === undefined ? 'full' : 'increment',
    id,
    previous: base === undefined ? null : { id: base.manifest.id, sha256: base.manifestSha256 },
    full: base?.manifest.full ?? id,
    madeAt: new Date(madeAt).toISOString(),
    database: {
      version: databaseVersion(snapshot.connection.sqlite),
      pageBytes: snapshot.pageBytes,
      pages: snapshot.pages,
      sha256: survey.sha256,
    },
    files: [...beside.members],
    members: [...beside.members.filter(isNew), content],
  };
}

/** The files beside the database that belong to one state of it, open: they may be replaced meanwhile. */
interface BesideFiles {
  readonly members: readonly Member[];
  content(member: Member): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens the files that belong to the state that `connection` sees.
 *
 * @returns undefined when one was removed since that state: a newer state has another
 */
async function openBesideFiles(connection: Connection, databaseFile: string): Promise<BesideFiles | undefined> {
  const handles = new Map<string, FileHandle>();
  const close = async () => {
    await Promise.all([...handles.values()].map((handle) => handle.close()));
  };
  try {
    for (const suffix of suffixesOf(connection, databaseFile))
      handles.set(`${databaseMember}${suffix}`, await open(`${databaseFile}${suffix}`, 'r'));
    const members: Member[] = [];
    for (const [name, handle] of handles) {
      const { size } = await handle.stat();
      members.push({ name, bytes: size, sha256: await digestOf(contentOf(handle)) });
    }
    const content = ({ name }: Member) => contentOf(handles.get(name) as FileHandle);
    return { members, content, close };
  } catch (fault) {
    await close();
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
}

/** Of the lists of places and the street map, only the files that the state names. */
function suffixesOf(connection: Connection, databaseFile: string): string[] {
  const lists = placeLists.flatMap((list) => {
    const number = getList(connection, list)?.number;
    return number === undefined ? [] : [`.${list}-${number}`];
  });
  // a database of a former release is backed up before it is migrated
  const map = hasBaseMaps(connection) ? getBaseMap(connection) : undefined;
  if (map !== undefined) lists.push(`.base-map-${map.number}`);
  const others = suffixesBeside(databaseFile, 'kept').filter((suffix) => !/-\d+$/.test(suffix));
  return [...others, ...lists].sort();
}

function contentOf(handle: FileHandle): AsyncIterable<Uint8Array> {
  return handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 });
}
