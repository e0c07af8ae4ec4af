'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { staleness } from '#db/registry/feed-age.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { ReleaseParameters } from '#server/jobs/register-release.ts';

/** Has a release job run that was missed; gives the number of the work. */
export async function runMissedRelease(scheduleDate: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, scheduleDate, (db, wanted, by) => {
    if (dueRelease({ db }, by.nowMs)?.scheduleDate !== wanted) throw new Refusal('This job has run by now.');
    const sentence = staleness({ db }, by.nowMs, settings().feedMaxAgeMs);
    if (sentence !== undefined) throw new Refusal(sentence);
    const parameters: ReleaseParameters = { scheduleDate: wanted };
    return addJob(db, { kind: 'register release', title: `Release job of ${dayOf(wanted)}`, parameters }, by);
  });
}
