import type { Connection } from '#db/client.ts';
import { hasStaff } from '#db/staff/links.ts';
import { addFirstLink } from '#flows/staff/accounts.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';

/**
 * What the operator is told of the staff screens while nobody has an account. The start that made the database prints
 * the first administrator's link, once, and only where a person sees it: never into a log.
 */
export function firstAdminLines(
  writer: Connection,
  { isNewDatabase, isTerminal }: { isNewDatabase: boolean; isTerminal: boolean },
): string[] {
  if (hasStaff(writer.db)) return [];
  const { baseUrl } = settings();
  if (!isNewDatabase || !isTerminal) {
    return [`For the staff screens at ${baseUrl}/admin run "npm run watea -- staff add EMAIL --role admin".`];
  }
  const token = generateToken();
  addFirstLink(writer, hashToken(token), now());
  return [
    'Become the first administrator here, within 24 hours (the link works once and is not shown again):',
    `  ${oneTimeLink(baseUrl, token)}`,
  ];
}
