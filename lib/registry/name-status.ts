import type { ParsedName, ValidName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { getSandboxStatus } from '#lib/registry/names/sandbox.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
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

// `{"code":"220","status":"Available","domain":` and so on: an answer may have a thousand of them.
const openings = new Map<Status['code'], string>(
  Object.values(statuses).map((status) => [status.code, `${JSON.stringify(status).slice(0, -1)},"domain":`]),
);

/**
 * One element of the availability answer as JSON text: `code`, `status`, `domain`, and `original` for an IDN, in that
 * order. An invalid name's status is always `statuses.Invalid` (R3); `status` is that of a valid one.
 */
export function availabilityEntry(name: ParsedName, status: Status): string {
  if (!name.valid) {
    const original = name.original === undefined ? '' : `,"original":${JSON.stringify(name.original)}`;
    return `${openings.get(statuses.Invalid.code)}${JSON.stringify(name.domain)}${original}}`;
  }
  // a valid name has no characters that JSON escapes
  if (name.original === undefined) return `${openings.get(status.code)}"${name.domain}"}`;
  return `${openings.get(status.code)}"${name.domain}","original":"${name.original}"}`;
}
