import type { Connection } from '#db/client.ts';
import { hasAccounts } from '#db/staff/accounts.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import { issueFirstLink } from './links.ts';

/** How the first administrator gets in: by a link, or by a command that adds the account. */
export type FirstAdmin = { readonly link: string } | 'by command';

/**
 * How to get the first account of staff; undefined once there is one. The start that creates the database issues a link,
 * once, and only for a terminal: never for a log.
 */
export async function firstAdmin(
  writer: Connection,
  { isNewDatabase, isTerminal }: { isNewDatabase: boolean; isTerminal: boolean },
): Promise<FirstAdmin | undefined> {
  if (hasAccounts(writer)) return undefined;
  if (!isNewDatabase || !isTerminal) return 'by command';
  return { link: oneTimeLink(settings().baseUrl, await issueFirstLink(writer, now())) };
}
