import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { everyRefusedCaller } from '#db/usage/refused-callers.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { usageQuestion } from './usage-question.ts';

/** The callers that were refused in the period and by the API of the screen. */
export const exportedRefusedCallers: ExportedList = {
  role: 'viewer',
  rows: (reader, params) => {
    const { period, api } = usageQuestion(params);
    return mapRows(
      everyRefusedCaller(reader, { from: period.from, api }),
      ({ address, api: asked, count, lastAt }) => ({
        address,
        api: asked,
        requests: count,
        lastRequest: isoAuckland(lastAt),
      }),
    );
  },
};
