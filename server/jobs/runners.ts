import { open } from 'node:fs/promises';
import { backUpToFolder } from '#flows/backup/back-up.ts';
import { type FetchedBaseMap, fetchBaseMap } from '#flows/base-map/fetch-base-map.ts';
import { importBaseMap } from '#flows/base-map/import-base-map.ts';
import { type AppliedFacts, applyProvider } from '#flows/broadband/apply-provider.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import { providerApplication } from '#flows/broadband/provider-changes.ts';
import { fileBytes } from '#flows/files/file-bytes.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { areasOfUpload } from '#flows/statistics/areas-upload.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { headerBytes, parsePmtilesHeader } from '#lib/base-map/pmtiles.ts';
import { inspectionRequest } from '#lib/broadband/import/mapping/choices.ts';
import { settings } from '#lib/env.ts';
import type { JobKind } from '#lib/jobs/kinds.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal, required } from '#lib/refusal.ts';
import {
  completeCoverage,
  importCoverageFile,
  makeDataFiles,
  measureAreas,
  publishIndexed,
  rebuildVersion,
  retireCoverageLayer,
  rollBackIndexed,
  tidyUp,
} from './coverage-jobs.ts';
import {
  importDelivery,
  importRegisterFile,
  previewRegisterFile,
  releaseNow,
  undoRegisterImport,
} from './register-jobs.ts';
import { type JobContext, type JobRunner, requireUpload, waitWhileBusy } from './runner.ts';

/** The runner of each kind of job. */
export const runners: Readonly<Record<JobKind, JobRunner>> = {
  'coverage inspection': coverageTurn(inspectCoverageFile),
  'coverage import': coverageTurn(importCoverageFile),
  'coverage rebuild': coverageTurn(rebuildVersion),
  'coverage publish': coverageTurn(publishIndexed),
  'coverage rollback': coverageTurn(rollBackIndexed),
  'coverage retire': coverageTurn(retireCoverageLayer),
  'coverage tidying': tidyUp,
  'coverage figures': figuresTurn(completeCoverage),
  'areas import': importAreasFile,
  'area figures': measureAreas,
  'open data': turn(makeDataFiles, 'open-data-busy'),
  'register preview': previewRegisterFile,
  'register import': importRegisterFile,
  'register delivery': importDelivery,
  'register undo': undoRegisterImport,
  'register release': releaseNow,
  'provider apply': coverageTurn(applyProviderToPublished),
  'map import': importMapFile,
  'map fetch': fetchMap,
  backup: backUpNow,
};

/** Makes a full backup that a member of staff has asked for. */
async function backUpNow({ database, actor, report }: JobContext): Promise<JobOutcome> {
  const backup = required(settings().backup, { code: 'backup-folder-not-set' });
  const order = { settings: backup, madeBy: actor.who, kind: 'full', onProgress: report } as const;
  const { file, bytes, manifest } = await backUpToFolder(database.writer, order);
  return { code: 'backed-up', file, bytes, madeAt: Date.parse(manifest.madeAt) };
}

/** Runs a coverage job as soon as no command changes coverage; until then the job waits. */
function coverageTurn(runner: JobRunner): JobRunner {
  return turn(runner, 'coverage-busy');
}

/** Runs a job that measures and draws as soon as no command does. */
function figuresTurn(runner: JobRunner): JobRunner {
  return turn(runner, 'figures-busy');
}

function turn(runner: JobRunner, code: 'coverage-busy' | 'figures-busy' | 'open-data-busy'): JobRunner {
  const isBusy = (fault: unknown) => fault instanceof Refusal && fault.reason.code === code;
  return (context) => waitWhileBusy(context, isBusy, () => runner(context));
}

/** Makes a version in which a provider's published offers have its current details. */
async function applyProviderToPublished(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const writing = { nowMs, actor, onProgress: report };
  const applied = await applyProvider(database, providerApplication.parse(context.parameters), writing, (db, made) =>
    finishWithin(db, outcomeOf(made)),
  );
  return outcomeOf(applied);
}

function outcomeOf({ id, baseId, provider, changedOffers }: AppliedFacts): JobOutcome {
  return { code: 'provider-applied', id, baseId, provider, changedOffers };
}

/**
 * Reads an uploaded file before it is imported. The outcome is an `Inspection`, with which a screen asks a person what
 * the columns and values mean. Nothing is changed.
 */
async function inspectCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { choices } = inspectionRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const inspection = await inspectCoverage(
    context.database,
    coverageFileAt(path, name, mostBytes),
    choices,
    context.report,
  );
  return { code: 'coverage-inspected', inspection };
}

/** Imports uploaded areas. */
async function importAreasFile(context: JobContext): Promise<JobOutcome> {
  const { actor, nowMs, report, database } = context;
  const { name, path, mostBytes } = requireUpload(context);
  const { layer, ...asked } = areasOfUpload.parse(context.parameters);
  const imported = await importAreas(database.writer, coverageFileAt(path, name, mostBytes), {
    ...asked,
    choices: layer === '' ? {} : { layer },
    actor,
    nowMs,
    onProgress: report,
    inTransaction: (db, done) => context.finishWithin(db, { code: 'areas-imported', ...done }),
  });
  const { set, areas, outside } = imported;
  return { code: 'areas-imported', set, areas, outside };
}

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
    inTransaction: (db, done) => finishWithin(db, mapOutcome(done)),
  });
  return mapOutcome(fetched);
}

function mapOutcome({ file, bytes, mostZoom, attribution }: FetchedBaseMap): JobOutcome {
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
