import type { EpochMs } from '#lib/time/auckland.ts';
import type { ValidName } from './names/name.ts';
import { getRuledStatus } from './names/prohibited-names.ts';
import { getSandboxStatus } from './names/sandbox.ts';
import { type ListedStatus, type RegisterRow, type Status, statuses, statusOf } from './status.ts';

/** Answers questions about a name in ASCII form. */
export interface KnownNames {
  /** The register's row of a name; undefined when it has none. */
  find(domain: string): RegisterRow | undefined;
  /** The name's status on the list of names that cannot be registered. */
  listed(domain: string): ListedStatus | undefined;
}

/**
 * The status of a well-formed name, checked in the order of R5: registered, pending release, prohibited by a rule or on
 * a list, available. Lists are only read for names that nobody has.
 *
 * @param hasSandboxName whether sandbox names have their fixed status: everywhere but in production
 */
export function statusOfName(
  name: ValidName,
  { find, listed }: KnownNames,
  { now, hasSandboxName }: { readonly now: EpochMs; readonly hasSandboxName: boolean },
): Status {
  const fixed = hasSandboxName ? getSandboxStatus(name) : undefined;
  if (fixed !== undefined) return fixed;
  const row = find(name.domain);
  const status = statusOf({ row, listed: undefined, now });
  if (status !== statuses.Available) return status;
  return statusOf({ row, listed: getRuledStatus(name) ?? listed(name.domain), now });
}
