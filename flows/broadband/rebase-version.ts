import { coverageReport, coverageVersion } from '#db/broadband/schema.ts';
import {
  type CoverageVersion,
  getPublishedId,
  getVersion,
  layersOf,
  requireReady,
  type VersionLayer,
} from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';
import { buildVersion, type VersionOrigin } from './build-version.ts';
import { removeAbandonedCoverage } from './remove-stray.ts';
import type { CoverageWriting } from './writing.ts';

/**
 * Makes a version's own changes anew on what is published now, in a version that takes its place. The caller holds the
 * coverage lock.
 *
 * @returns the new version, and the published one it is made on
 * @throws Refusal when both changed the same technology of the same provider
 */
export async function rebaseVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
): Promise<{ versionId: number; baseId: number | undefined }> {
  const { db } = writer;
  const version = requireReady(db, versionId);
  const oldBaseId = version.baseId ?? undefined;
  if (oldBaseId !== undefined && getVersion(db, oldBaseId) === undefined) {
    throw new Refusal(`Version ${versionId} was made on version ${oldBaseId}, which is gone: import its file again.`);
  }
  const baseId = getPublishedId(db);
  const oldBase = layersOf(db, oldBaseId);
  const base = layersOf(db, baseId);
  const own = differenceOf(oldBase, layersOf(db, versionId));
  const others = differenceOf(oldBase, base);
  const theirs = new Set([...others.added, ...others.removed].map(pairOf));
  const contradiction = [...own.added, ...own.removed].find((layer) => theirs.has(pairOf(layer)));
  if (contradiction !== undefined) {
    throw new Refusal(
      `Version ${versionId} was made on ${nameVersion(oldBaseId)}, but ${nameVersion(baseId)} is published since, and both change ${pairOf(contradiction)}. Import the file again to decide which holds.`,
    );
  }
  const removed = new Set(own.removed.map(({ id }) => id));
  const kept = [...base.filter(({ id }) => !removed.has(id)), ...own.added];
  const origin = originOf(db, version);
  const plan = { baseId, keptLayerIds: kept.map(({ id }) => id), newLayers: [], note: version.note, origin };
  const onReady: CoverageWriting['onReady'] = (tx, id) => {
    // its successor holds the same layers, so only its index goes
    tx.delete(coverageVersion).where(eq(coverageVersion.id, versionId)).run();
    writing.onReady?.(tx, id);
  };
  const built = await buildVersion(writer, plan, [], { ...writing, onReady });
  await removeAbandonedCoverage(writer, writing);
  return { versionId: built.id, baseId };
}

function originOf(db: Db, { id, madeBy, source, sha256, bytes }: CoverageVersion): VersionOrigin {
  const survey = db.select().from(coverageReport).where(eq(coverageReport.versionId, id)).get();
  const isOfFile = source !== null && sha256 !== null && bytes !== null;
  return {
    ...{ news: 'coverage.rebuild', madeBy },
    ...(isOfFile ? { file: { source, sha256, bytes } } : {}),
    ...(survey === undefined
      ? {}
      : { survey: { report: survey.report, problems: survey.problems, reading: survey.reading } }),
  };
}

/** `version 3`, or `no version` before the first is published. */
export function nameVersion(id: number | undefined): string {
  return id === undefined ? 'no version' : `version ${id}`;
}

function differenceOf(from: readonly VersionLayer[], to: readonly VersionLayer[]) {
  const fromIds = new Set(from.map(({ id }) => id));
  const toIds = new Set(to.map(({ id }) => id));
  return { added: to.filter(({ id }) => !fromIds.has(id)), removed: from.filter(({ id }) => !toIds.has(id)) };
}

function pairOf({ technology, provider }: VersionLayer): string {
  return `${technology} of ${provider}`;
}
