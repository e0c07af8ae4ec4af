import { exportedVersions } from '#app/admin/coverage/version-list.ts';
import { exportedMessages } from '#app/admin/outbox/message-list.ts';
import { exportedProviders } from '#app/admin/providers/provider-list.ts';
import { exportedRuns } from '#app/admin/register/feeds/run-list.ts';
import { exportedListedNames } from '#app/admin/register/lists/listed-name-list.ts';
import { exportedNames } from '#app/admin/register/names/name-list.ts';
import { exportedNetworks, exportedRegistrars } from '#app/admin/registrars/registrar-list.ts';
import { exportedReports } from '#app/admin/reports/report-list.ts';
import { exportedRequests } from '#app/admin/requests/request-list.ts';
import { exportedStaff } from '#app/admin/staff/staff-list.ts';
import { exportedTechnologies } from '#app/admin/technologies/technology-list.ts';
import { exportedRefusedCallers } from '#app/admin/usage/refused-list.ts';
import { exportedKeys, exportedUsers } from '#app/admin/users/user-list.ts';
import { exportedJobs } from '#app/admin/work/job-list.ts';
import type { ExportedList } from './exported-list.ts';

/** Every list that can be read as a file, by its name in the address. */
export const exportedLists: ReadonlyMap<string, ExportedList> = new Map([
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
