'use server';

import type { z } from 'zod';
import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { AdmittedWrite } from '#app/admin/guard.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { setFlaggedAfterDays } from '#db/broadband/policy.ts';
import type { Db } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { type Publication, publishAtOnce, rollBackAtOnce } from '#flows/broadband/publication.ts';
import { deleteAtOnce } from '#flows/broadband/remove-version.ts';
import { confirmationOf, type LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { refusalAt } from '#lib/refusal.ts';
import { policyFields, publishFields } from './forms.ts';

/**
 * What came of an order: it is done; or it takes long, and work of this number does it; or it would take so much away
 * that `typed` must be given first.
 */
export type Ordered =
  | { readonly outcome: 'done'; readonly versionId: number }
  | { readonly outcome: 'at work'; readonly jobId: number }
  | { readonly outcome: 'asks'; readonly losses: readonly LargeLoss[]; readonly typed: string };

/** Publishes a version. */
export async function publishCoverage(values: z.input<typeof publishFields>): Promise<ActionResult<Ordered>> {
  return await change('editor', publishFields, values, (db, { versionId, typed }, by): Ordered => {
    const careful = publishAtOnce(db, versionId, by);
    if (careful.outcome !== 'takes much away') return follow(db, careful, versionId, 'publish', by);
    const expected = confirmationOf(careful.losses);
    if (typed === '') return { outcome: 'asks', losses: careful.losses, typed: expected };
    if (typed !== expected) throw refusalAt('typed', `Please type ${expected} exactly, or leave it as it is.`);
    return follow(db, publishAtOnce(db, versionId, { ...by, isLossConfirmed: true }), versionId, 'publish', by);
  });
}

/** Goes back from the published version to the one before. */
export async function rollBackCoverage(versionId: number): Promise<ActionResult<Ordered>> {
  return await change('editor', rowId, versionId, (db, from, by) =>
    follow(db, rollBackAtOnce(db, by, from), from, 'rollback', by),
  );
}

/** Has a version made without one layer of the published one; gives the number of the work. */
export async function retireCoverage(layerId: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, layerId, (db, layer, by) =>
    addJob(
      db,
      { kind: 'coverage retire', title: `Retiring coverage layer ${layer}`, parameters: { layerId: layer } },
      by,
    ),
  );
}

/** Removes a version that is not published. */
export async function deleteCoverage(versionId: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, versionId, (db, version, by) => {
    deleteAtOnce(db, version, by);
    tidyLater(db, `coverage version ${version} was deleted`, by);
    return undefined;
  });
}

/** Sets from which age on layers are flagged. */
export async function saveCoveragePolicy(values: z.input<typeof policyFields>): Promise<ActionResult<undefined>> {
  return await change('editor', policyFields, values, (db, { flaggedAfterDays }, by) => {
    setFlaggedAfterDays(db, flaggedAfterDays, by);
    return undefined;
  });
}

/** What cannot be done at once is done by work; `versionId`: the version that was ordered about. */
function follow(
  db: Db,
  publication: Publication,
  versionId: number,
  order: 'publish' | 'rollback',
  by: AdmittedWrite,
): Ordered {
  const parameters = { versionId };
  switch (publication.outcome) {
    case 'outdated': {
      const title = `Coverage version ${versionId} on what is published now`;
      return { outcome: 'at work', jobId: addJob(db, { kind: 'coverage rebuild', title, parameters }, by) };
    }
    case 'not indexed': {
      const kind = order === 'publish' ? 'coverage publish' : 'coverage rollback';
      const title =
        order === 'publish'
          ? `Publishing coverage version ${versionId}`
          : `Going back from coverage version ${versionId}`;
      return { outcome: 'at work', jobId: addJob(db, { kind, title, parameters }, by) };
    }
    case 'takes much away':
      throw new Error(`Coverage version ${versionId} asks again for what was confirmed.`);
    case 'published':
      tidyLater(db, `coverage version ${publication.versionId} was published`, by);
      return { outcome: 'done', versionId: publication.versionId };
    case 'stood already':
      return { outcome: 'done', versionId: publication.versionId };
  }
}

function tidyLater(db: Db, after: string, by: AdmittedWrite): void {
  addJob(db, { kind: 'coverage tidying', title: `Tidying up after ${after}`, parameters: {} }, by);
}
