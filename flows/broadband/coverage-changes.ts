import { z } from 'zod';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import { getFlaggedAfterDays, updateFlaggedAfterDays } from '#db/broadband/freshness.ts';
import { isKeptVersion, requireReady, setKept } from '#db/broadband/versions.ts';
import type { Db } from '#db/client.ts';
import { addJob, type NewJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { editRecord, seen } from '#flows/editing.ts';
import { addOpenDataJob } from '#flows/open-data/open-data-job.ts';
import { confirmationOf, type LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { line, rowId } from '#lib/fields.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { type Publication, publishNow, rollBackNow } from './publication.ts';
import { deleteNow } from './remove-version.ts';

/**
 * The result of an order about coverage: it is done, or a job does it because it takes long, or so much would be lost that
 * `typed` must be typed first.
 */
export type Ordered =
  | { readonly outcome: 'done'; readonly versionId: number }
  | { readonly outcome: 'queued'; readonly jobId: number }
  | { readonly outcome: 'asks'; readonly losses: readonly LargeLoss[]; readonly typed: string };

/** Publishes a version. `typed`: what was typed to confirm large losses, or empty. */
export const publishCoverage = change(
  z.object({ versionId: rowId, typed: line(500) }),
  (db, { versionId, typed }, by): Ordered => {
    const publication = publishNow(db, versionId, by);
    if (publication.outcome !== 'unconfirmed') return followUp(db, publication, publishJob(versionId), by);
    const { losses } = publication;
    const expected = confirmationOf(losses);
    if (typed === '') return { outcome: 'asks', losses, typed: expected };
    if (typed !== expected) throw refusalAt('typed', { code: 'confirmation-differs', expected });
    const confirmed = publishNow(db, versionId, { ...by, isLossConfirmed: true });
    return followUp(db, confirmed, publishJob(versionId), by);
  },
);

/** Rolls back from the published version, which is given by its number, to the one published before. */
export const rollBackCoverage = change(rowId, (db, versionId, by): Ordered => {
  const title = `Roll back from coverage version ${versionId}`;
  const job = { kind: 'coverage rollback', title, parameters: { versionId } } as const;
  return followUp(db, rollBackNow(db, by, versionId), job, by);
});

/** Starts the job that makes a version without one layer of the published one. @returns the number of the job */
export const retireCoverage = change(rowId, (db, layerId, by): number => {
  const title = `Retire coverage layer ${layerId}`;
  return addJob(db, { kind: 'coverage retire', title, parameters: { layerId } }, by);
});

/** Deletes a version that is not published. */
export const deleteCoverage = change(rowId, (db, versionId, by): void => {
  deleteNow(db, versionId, by);
  tidyLater(db, `deleting version ${versionId}`, by);
});

/**
 * Keeps a version with its cell index, so that it answers as of its time; or keeps it no longer.
 *
 * @throws Refusal for a version that has never been published, or whose index was dropped
 */
export const keepCoverage = change(
  z.object({ versionId: rowId, isKept: z.boolean() }),
  (db, { versionId, isKept }, { actor, nowMs }): void => {
    const { publishedAt, indexBytes, kept } = requireReady(db, versionId);
    if (publishedAt === null) throw new Refusal({ code: 'version-never-published', versionId });
    if (isKept && indexBytes === null) throw new Refusal({ code: 'version-without-index', versionId });
    const wasKept = isKeptVersion(kept);
    if (wasKept === isKept) return;
    setKept(db, versionId, isKept ? 'staff' : 'no');
    addOpenDataJob(db, nowMs);
    const subject = `coverage version ${versionId}`;
    const action = isKept ? 'coverage.keep' : 'coverage.unkeep';
    recordChange(db, { actor, action, subject, before: null, after: null }, nowMs);
  },
);

/** The longest age that can be set for layers to be flagged as old. */
export const mostFlaggedAfterDays = 99_999;

const days = z.custom<number>(
  (given) => Number.isSafeInteger(given) && Number(given) >= 1 && Number(given) <= mostFlaggedAfterDays,
  { params: { reason: { code: 'not-days', most: mostFlaggedAfterDays } } },
);

/** The rules about coverage as an edited record. */
export const coveragePolicy = 'coverage policy';

/** Sets the age in days after which layers are flagged as old. */
export const changeCoveragePolicy = change(
  z.object({ flaggedAfterDays: days, seen }).partial({ flaggedAfterDays: true }),
  (db, { seen: assumed, ...wanted }, by) => {
    const present = { flaggedAfterDays: getFlaggedAfterDays(db) };
    const store = (after: typeof present) => updateFlaggedAfterDays(db, after.flaggedAfterDays);
    const edit = { record: coveragePolicy, action: 'coverage.policy', subject: 'age of coverage layers' } as const;
    return editRecord(db, { ...edit, present, wanted, seen: assumed, store }, by);
  },
);

function publishJob(versionId: number): NewJob {
  return { kind: 'coverage publish', title: `Publish coverage version ${versionId}`, parameters: { versionId } };
}

/** @param job does the same where a cell index has to be made first, or what would be lost has to be measured */
function followUp(db: Db, publication: Publication, job: NewJob, by: Authorship): Ordered {
  const { outcome, versionId } = publication;
  switch (outcome) {
    case 'outdated': {
      const title = `Rebuild and publish coverage version ${versionId}`;
      const rebuild = { kind: 'coverage rebuild', title, parameters: { versionId, publish: true } } as const;
      return { outcome: 'queued', jobId: addJob(db, rebuild, by) };
    }
    case 'not-indexed':
    case 'unmeasured':
      return { outcome: 'queued', jobId: addJob(db, job, by) };
    case 'unconfirmed':
      throw new Error(`Coverage version ${versionId} asks again for what was confirmed.`);
    case 'published':
      tidyLater(db, `publishing version ${versionId}`, by);
      return { outcome: 'done', versionId };
    case 'already-published':
      return { outcome: 'done', versionId };
  }
}

function tidyLater(db: Db, after: string, by: Authorship): void {
  addJob(db, { kind: 'coverage tidying', title: `Remove old coverage after ${after}`, parameters: {} }, by);
}
