import { statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { tryFileLock } from '#db/file-lock.ts';
import { askWeb, type Patience, patienceShown, readJson, type WebAccess } from '#flows/web/ask.ts';
import type { WebFileVersion } from '#flows/web/web-file.ts';
import { chosenBuild, protomapsBuilds } from '#lib/base-map/builds.ts';
import { type Extract, planExtract, startOfArchive } from '#lib/base-map/extract/extract.ts';
import { newZealand, tileIdsOf } from '#lib/base-map/extract/region.ts';
import { dataInstantIn, parseMetadata } from '#lib/base-map/metadata.ts';
import { schemaFault } from '#lib/base-map/pmtiles.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { ByteRange } from '#lib/web/byte-ranges.ts';
import { fetchedMapName } from '#lib/words/base-map.ts';
import { FetchedParts } from './fetched-parts.ts';
import { type ImportedBaseMap, importBaseMap } from './import-base-map.ts';
import { WebArchive } from './web-archive.ts';

interface BaseMapFetch extends Authorship {
  /** The address of a PMTiles file that has New Zealand; without it, the newest build of Protomaps. */
  readonly from?: string | undefined;
  /** The closest zoom that is fetched; without it, the closest that the file has. */
  readonly maxZoom?: number | undefined;
  readonly onProgress: ShowProgress;
  /** Aborted when the fetch must stop. */
  readonly signal?: AbortSignal | undefined;
  /** How it waits for a server that is busy; without it, by the machine's clock. */
  readonly patience?: Patience | undefined;
  /** Called in the transaction that makes the map visible. */
  readonly inTransaction?: ((db: Db, fetched: FetchedBaseMap) => void) | undefined;
}

export interface FetchedBaseMap extends ImportedBaseMap {
  /** The name of the file, with the day of its data. */
  readonly file: string;
  /** Its address. */
  readonly from: string;
}

/**
 * Fetches the tiles of New Zealand and the Chatham Islands from a PMTiles file on another server, by ranges, and imports them
 * as the street map. What was fetched before a break is kept beside the database, and the next fetch goes on there.
 *
 * @throws Refusal as `importBaseMap`, and when the file cannot be read or changes meanwhile; the map before stays then
 */
export async function fetchBaseMap(writer: Connection, fetching: BaseMapFetch): Promise<FetchedBaseMap> {
  const unlock = tryFileLock(writer, 'fetch');
  if (unlock === undefined) throw new Refusal({ code: 'base-map-fetch-busy' });
  const parts = new FetchedParts(writer.sqlite.name);
  try {
    const fetched = await fetchInto(parts, writer, fetching);
    parts.remove();
    return fetched;
  } catch (fault) {
    throw faultOf(fault, parts);
  } finally {
    unlock();
  }
}

async function fetchInto(parts: FetchedParts, writer: Connection, fetching: BaseMapFetch): Promise<FetchedBaseMap> {
  const { onProgress, signal, patience = patienceShown(onProgress), actor, nowMs, inTransaction } = fetching;
  onProgress('find-tiles', 0, 0);
  const from = fetching.from ?? (await findBuild({ ...patience, signal }, parts.source?.address));
  const archive = await WebArchive.open(from, { ...patience, signal, parts, onProgress });
  const { file, start, extract } = await planOf(archive, from, fetching.maxZoom);
  const wanted = archive.partsOf(extract.pieces);
  await requireRoom(writer.sqlite.name, start.length + extract.tileBytes + archive.missingBytes(wanted));
  await archive.fetch(wanted, 'download');
  const imported = await importBaseMap(writer, bytesOf(start, extract, parts, wanted), {
    source: file,
    actor,
    nowMs,
    onProgress,
    inTransaction: (db, done) => inTransaction?.(db, { file, from, ...done }),
  });
  return { file, from, ...imported };
}

/** What the map will be, from the directories of the file. */
async function planOf(archive: WebArchive, from: string, wantedZoom: number | undefined) {
  const { header, version } = archive;
  const metadata = await archive.metadata();
  const parsed = parseMetadata(metadata, header.compression);
  const fault = schemaFault(parsed);
  if (fault !== undefined) throw new Refusal({ ...fault, file: from });
  const mostZoom = Math.min(header.mostZoom, wantedZoom ?? header.mostZoom);
  const extract = planExtract(await archive.entriesOf(tileIdsOf(newZealand, mostZoom)));
  if (extract.entries.length === 0) throw new Refusal({ code: 'not-new-zealand', file: from });
  const start = startOfArchive(extract, {
    header: archive.headerBytes,
    compression: header.compression,
    metadata,
    mostZoom,
    bounds: boundsOfNewZealand,
    centre: { longitude: 173, latitude: -41, zoom: 5 },
  });
  const { pathname, host } = new URL(from);
  return { file: fetchedMapName(basename(pathname) || host, dataInstantIn(parsed) ?? madeAt(version)), start, extract };
}

function madeAt({ modified }: WebFileVersion): number | undefined {
  const instant = Date.parse(modified ?? '');
  return Number.isNaN(instant) ? undefined : instant;
}

/** West, south, east and north: bounds cannot cross 180°, so that these are around the world. */
const boundsOfNewZealand = [
  Math.min(...newZealand.map(({ west }) => west)),
  Math.min(...newZealand.map(({ south }) => south)),
  Math.max(...newZealand.map(({ east }) => east)),
  Math.max(...newZealand.map(({ north }) => north)),
] as const;

async function* bytesOf(
  start: Buffer,
  { pieces }: Extract,
  parts: FetchedParts,
  fetched: readonly ByteRange[],
): AsyncGenerator<Uint8Array> {
  yield start;
  for (const piece of pieces) yield* parts.read(piece, fetched);
}

async function findBuild(access: WebAccess, unfinished: string | undefined): Promise<string> {
  const list = await askWeb({ address: protomapsBuilds, name: protomapsBuilds }, access, readJson);
  return required(chosenBuild(list, unfinished), { code: 'web-not-a-list', address: protomapsBuilds });
}

async function requireRoom(databaseFile: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(databaseFile));
  if (bytes > bavail * bsize) throw new Refusal({ code: 'disk-too-small', bytes, free: bavail * bsize });
}

/** Nothing is kept of a file that changed; of one that only broke off, the refusal says how much is kept. */
function faultOf(fault: unknown, parts: FetchedParts): unknown {
  if (!(fault instanceof Refusal)) return fault;
  const { code } = fault.reason;
  if (code === 'web-changed') parts.remove();
  const kept = parts.bytes();
  if (kept === 0 || !isOutOfReach(code)) return fault;
  return new Refusal({ code: 'base-map-fetch-broken', kept }, [{ where: { name: 'server' }, reason: fault.reason }]);
}

function isOutOfReach(code: Refusal['reason']['code']): boolean {
  return code === 'web-unreachable' || code === 'web-unknown-host' || code === 'web-answered';
}
