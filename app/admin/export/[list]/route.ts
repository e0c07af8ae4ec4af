import { exportedVersions } from '#app/admin/coverage/version-list.tsx';
import {
  type ExportedList,
  mapRows,
  parseFormat,
  plainText,
  rowsAsFile,
  wrongFilter,
} from '#app/admin/export/exported-list.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { exportedJobs } from '#app/admin/jobs/job-list.tsx';
import { exportedMessages } from '#app/admin/outbox/message-list.tsx';
import { exportedProviders } from '#app/admin/providers/provider-list.ts';
import { exportedRuns } from '#app/admin/register/feeds/run-list.tsx';
import { exportedListedNames } from '#app/admin/register/lists/listed-name-list.ts';
import { exportedNames } from '#app/admin/register/names/name-list.ts';
import { exportedNetworks, exportedRegistrars } from '#app/admin/registrars/registrar-list.ts';
import { exportedReports } from '#app/admin/reports/report-list.ts';
import { exportedRequests } from '#app/admin/requests/request-list.ts';
import { exportedStaff } from '#app/admin/staff/staff-list.tsx';
import { usageQuestion } from '#app/admin/usage/usage-question.ts';
import { exportedKeys, exportedUsers } from '#app/admin/users/user-list.tsx';
import { listTechnologies } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { everyRefusedCaller } from '#db/usage/refused-callers.ts';
import { now } from '#lib/clock.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** A list of the staff screens as a file, with the filters of its screen: `?format=csv` or `ndjson`. */
export async function GET(request: Request, context: { params: Promise<{ list: string }> }): Promise<Response> {
  const { list: name } = await context.params;
  const list = exportedLists.get(name);
  await requireStaff(list?.role);
  const { searchParams } = new URL(request.url);
  const format = parseFormat(searchParams.get('format'));
  if (list === undefined) return plainText(404, 'There is no such list.');
  if (format === undefined) return plainText(400, 'The format must be csv or ndjson.');
  const wrong = wrongFilter(searchParams);
  if (wrong !== undefined) return plainText(400, wrong);
  const nowMs = now();
  const rows = list.rows(connections().reader, Object.fromEntries(searchParams), nowMs);
  return rowsAsFile(rows, { name, format, nowMs });
}

/** The callers that were refused in the period and by the API of the screen. */
const exportedRefusedCallers: ExportedList = {
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

const exportedTechnologies: ExportedList = {
  role: 'viewer',
  rows: (reader) =>
    mapRows(listTechnologies(reader), ({ id, name, setId, nominalMaxMbps, colour, publishedOffers, retiredAt }) => ({
      id,
      name,
      setId,
      nominalMaxMbps,
      colour,
      publishedOffers,
      retired: isoAuckland(retiredAt),
    })),
};

/** Every list that can be read as a file, by its name in the address. */
const exportedLists: ReadonlyMap<string, ExportedList> = new Map([
  ['registrars', exportedRegistrars],
  ['networks', exportedNetworks],
  ['users', exportedUsers],
  ['keys', exportedKeys],
  ['names', exportedNames],
  ['providers', exportedProviders],
  ['technologies', exportedTechnologies],
  ['reports', exportedReports],
  ['messages', exportedMessages],
  ['jobs', exportedJobs],
  ['versions', exportedVersions],
  ['runs', exportedRuns],
  ['listed-names', exportedListedNames],
  ['refused-callers', exportedRefusedCallers],
  ['requests', exportedRequests],
  ['staff', exportedStaff],
]);
