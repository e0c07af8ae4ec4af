import { open } from 'node:fs/promises';
import { type FetchedBaseMap, fetchBaseMap } from '#flows/base-map/fetch-base-map.ts';
import { importBaseMap } from '#flows/base-map/import-base-map.ts';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { headerBytes, parsePmtilesHeader } from '#lib/base-map/pmtiles.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobContext, requireUpload } from './runner.ts';

/** Imports an uploaded street map, or a list of places, whichever the file is. */
export async function importMapFile(context: JobContext): Promise<JobOutcome> {
  const { actor, nowMs, report } = context;
  const { writer } = context.database;
  const { name: file, path } = requireUpload(context);
  const by = { source: file, actor, nowMs, onProgress: report };
  if (await isBaseMap(path)) {
    const { bytes, mostZoom } = await importBaseMap(writer, fileBytes(path), {
      ...by,
      inTransaction: (db, { bytes, mostZoom }) =>
        context.finishWithin(db, { code: 'base-map-imported', file, bytes, mostZoom }),
    });
    return { code: 'base-map-imported', file, bytes, mostZoom };
  }
  const { list, entries, skipped } = await importPlaces(writer, fileBytes(path), {
    ...by,
    inTransaction: (db, done) => context.finishWithin(db, { code: 'places-imported', file, ...done }),
  });
  return { code: 'places-imported', file, list, entries, skipped };
}

/** Fetches a street map from the web. What was fetched before it was stopped is not fetched again. */
export async function fetchMap({
  database,
  actor,
  nowMs,
  report,
  signal,
  finishWithin,
}: JobContext): Promise<JobOutcome> {
  const fetched = await fetchBaseMap(database.writer, {
    from: settings().baseMapUrl,
    actor,
    nowMs,
    onProgress: report,
    signal,
    inTransaction: (db, done) => finishWithin(db, outcomeOf(done)),
  });
  return outcomeOf(fetched);
}

function outcomeOf({ file, bytes, mostZoom, attribution }: FetchedBaseMap): JobOutcome {
  return { code: 'base-map-imported', file, bytes, mostZoom, attribution };
}

async function isBaseMap(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const header = parsePmtilesHeader(buffer);
    return !('code' in header) || header.code !== 'not-pmtiles';
  } finally {
    await file.close();
  }
}
