import type { EpochMs } from '#lib/time/auckland.ts';
import type { ValidName } from './names/name.ts';
import { getRuledStatus } from './names/prohibited-names.ts';
import { getSandboxStatus } from './names/sandbox.ts';
import { type ListedStatus, type RegisterRow, type Status, statuses, statusOf } from './status.ts';

/** What is asked about a name in ASCII form. */
export interface KnownNames {
  /** What the register knows of a name; undefined when it is not in it. */
  find(domain: string): RegisterRow | undefined;
  /** What the list of names that cannot be registered says of a name. */
  listed(domain: string): ListedStatus | undefined;
}

/**
 * The status of a well-formed name in the order of R5: registered, pending release, prohibited by rule or on a list,
 * available. Lists are only asked about names that nobody has.
 *
 * @param hasSandboxName whether the fixed names of the try-out set answer here: everywhere but in production
 */
export function statusOfName(
  name: ValidName,
  { find, listed }: KnownNames,
  { now, hasSandboxName }: { readonly now: EpochMs; readonly hasSandboxName: boolean },
): Status {
  const tryOut = hasSandboxName ? getSandboxStatus(name) : undefined;
  if (tryOut !== undefined) return tryOut;
  const row = find(name.domain);
  const status = statusOf({ row, listed: undefined, now });
  if (status !== statuses.Available) return status;
  return statusOf({ row, listed: getRuledStatus(name) ?? listed(name.domain), now });
}
