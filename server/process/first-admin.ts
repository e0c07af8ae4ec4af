import type { Connection } from '#db/client.ts';
import { hasAccounts } from '#db/staff/accounts.ts';
import { issueFirstLink } from '#flows/staff/links.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { linkLifetimeHours, oneTimeLink } from '#lib/staff/one-time-link.ts';

/**
 * What the operator sees about the staff screens while there is no account. The start that creates the database prints
 * the first administrator's link, once, and only to a terminal: never into a log.
 */
export async function firstAdminLines(
  writer: Connection,
  { isNewDatabase, isTerminal }: { isNewDatabase: boolean; isTerminal: boolean },
): Promise<string[]> {
  if (hasAccounts(writer)) return [];
  const { baseUrl } = settings();
  if (!isNewDatabase || !isTerminal) {
    return [`For the staff screens at ${baseUrl}/admin run "npm run watea -- staff add EMAIL --role admin".`];
  }
  return [
    `Become the first administrator here, within ${linkLifetimeHours} hours (the link works once and is shown only once):`,
    `  ${oneTimeLink(baseUrl, await issueFirstLink(writer, now()))}`,
  ];
}
