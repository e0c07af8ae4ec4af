import type { ParsedName, ValidName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { getSandboxStatus } from '#lib/registry/names/sandbox.ts';
import { releaseDate } from '#lib/registry/release/release.ts';
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

/**
 * Which rule gave a name its status: a sandbox name, the register (active; pending, with or without the release job's
 * mark), a rule that needs no list, a list, or none of them (`released`: a release job has released it).
 */
export type Why = 'sandbox' | 'active' | 'pending' | 'marked' | 'rule' | 'list' | 'released' | 'nothing';

/** The status that the API gives a name (`statusOfName`), and the rule behind it. */
export function explainName(
  name: ValidName,
  known: KnownNames,
  asOf: Parameters<typeof statusOfName>[2],
): { readonly status: Status; readonly why: Why } {
  return { status: statusOfName(name, known, asOf), why: whyOf(name, known, asOf) };
}

function whyOf(name: ValidName, known: KnownNames, { now, hasSandboxName }: Parameters<typeof statusOfName>[2]): Why {
  if (hasSandboxName && getSandboxStatus(name) !== undefined) return 'sandbox';
  const row = known.find(name.domain);
  if (row !== undefined && row.cancelled === null) return 'active';
  if (row !== undefined && row.freeAt === null) return 'pending';
  if (row?.freeAt != null && now < row.freeAt) return 'marked';
  if (getRuledStatus(name) !== undefined) return 'rule';
  if (known.listed(name.domain) !== undefined) return 'list';
  return row === undefined ? 'nothing' : 'released';
}

/**
 * How certain the drop of a name in PendingRelease is: until its release date it may be restored; from then on, or once
 * a job has marked it, it will drop. Undefined for a name that is not pending at `now`.
 */
export function certaintyOf(
  { cancelled, freeAt }: RegisterRow,
  now: EpochMs,
): 'will-drop' | 'may-be-restored' | undefined {
  if (cancelled === null || (freeAt !== null && freeAt <= now)) return undefined;
  return freeAt !== null || releaseDate(cancelled) * 1000 <= now ? 'will-drop' : 'may-be-restored';
}
