import { hasWorkingKey } from '#db/access/keys.ts';
import { isAnyNetworkAllowed } from '#db/access/networks.ts';
import { getLastBackup } from '#db/backup/backups.ts';
import { getBaseMap } from '#db/base-map/base-map.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { getList } from '#db/places/lists.ts';
import { isRegisterPublished } from '#db/publications.ts';
import { hasAdministrator, isSecondFactorRequired } from '#db/staff/accounts.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** What an operator does first, in order. */
export const firstSteps = [
  'admin',
  'register',
  'allowlist',
  'key',
  'coverage',
  'places',
  'street map',
  'second factor',
  'backup',
  'alerts',
] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The settings that some steps are about. */
interface StepSettings {
  readonly streetMap: object | undefined;
  readonly backup: object | undefined;
  readonly notifications: { readonly alertEmails: readonly string[]; readonly alertWebhook: object | undefined };
}

/**
 * Which of the first steps are done, by what is seen in the database and the settings; undefined for a database with
 * demonstration data, which needs none of them.
 */
export function stepsDone(
  connection: Connection,
  { streetMap, backup, notifications }: StepSettings,
  nowMs: EpochMs,
): Readonly<Record<FirstStep, boolean>> | undefined {
  if (hasDemonstration(connection)) return undefined;
  return {
    admin: hasAdministrator(connection.db),
    allowlist: isAnyNetworkAllowed(connection),
    key: hasWorkingKey(connection, nowMs),
    register: isRegisterPublished(connection),
    coverage: getPublishedId(connection.db) !== undefined,
    places: getList(connection, 'gazetteer') !== undefined,
    'street map': streetMap !== undefined || getBaseMap(connection) !== undefined,
    'second factor': isSecondFactorRequired(connection),
    // a folder alone is no backup yet
    backup: backup !== undefined && getLastBackup(connection, 'all') !== undefined,
    alerts: notifications.alertEmails.length > 0 || notifications.alertWebhook !== undefined,
  };
}
