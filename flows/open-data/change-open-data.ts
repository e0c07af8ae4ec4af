import { z } from 'zod';
import {
  deleteOtherDataVersions,
  getOpenDataChoice,
  type OpenDataChoice,
  updateOpenDataChoice,
} from '#db/open-data/open-data.ts';
import { change } from '#flows/change.ts';
import { editRecord, faultsBeside, seen } from '#flows/editing.ts';
import { line, oneOf } from '#lib/fields.ts';
import { licenceIds } from '#lib/open-data/licences.ts';
import { faultAt, refuseFields } from '#lib/refusal.ts';
import { addOpenDataJob } from './open-data-job.ts';

/** The choice as an edited record. */
export const openDataRecord = 'open data';

/** Says under what coverage is offered for download, and whether it is. The files are made, or removed, by a job. */
export const changeOpenData = change(
  z
    .object({ isOffered: z.boolean(), licence: oneOf(['', ...licenceIds] as const), attribution: line(300), seen })
    .partial(),
  (db, { seen: assumed, ...wanted }, by) => {
    const store = (after: OpenDataChoice) => {
      refuseFields(missing(after));
      const { licence, attribution } = getOpenDataChoice({ db });
      updateOpenDataChoice(db, after);
      // files that name other terms than the page are not offered until they are made anew
      if (licence !== after.licence || attribution !== after.attribution) deleteOtherDataVersions(db, []);
      addOpenDataJob(db, by.nowMs);
    };
    const edit = { record: openDataRecord, action: 'open-data.change', subject: 'open data' } as const;
    return editRecord(db, { ...edit, present: getOpenDataChoice({ db }), wanted, seen: assumed, store }, by);
  },
  (db, wanted, _by, faulty) => faultsBeside(faulty, { present: getOpenDataChoice({ db }), wanted }, missing),
);

/** What must be said before anything is offered. */
function missing({ isOffered, licence, attribution }: Partial<OpenDataChoice>) {
  if (isOffered !== true) return [];
  return [
    ...(licence === '' ? [faultAt('licence', { code: 'open-data-without-licence' })] : []),
    ...(attribution === '' ? [faultAt('attribution', { code: 'open-data-without-attribution' })] : []),
  ];
}
