'use server';

import { staleness } from '#db/register-age.ts';
import { dueRelease } from '#db/release-job.ts';
import { addWork } from '#db/work.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { ReleaseParameters } from '#server/work/register-release.ts';
import type { ActionResult } from '../../../../components/admin/action-result.ts';
import { change } from '../../change.ts';
import { rowId } from '../../form-fields.ts';

/** Has a release job run that was missed; gives the number of the work. */
export async function runMissedRelease(scheduleDate: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, scheduleDate, (db, wanted, by) => {
    if (dueRelease({ db }, by.nowMs)?.scheduleDate !== wanted) throw new Refusal('This job has run by now.');
    const sentence = staleness({ db }, by.nowMs, settings().feedMaxAgeMs);
    if (sentence !== undefined) throw new Refusal(sentence);
    const parameters: ReleaseParameters = { scheduleDate: wanted };
    return addWork(db, { kind: 'register release', title: `Release job of ${dayOf(wanted)}`, parameters }, by);
  });
}
