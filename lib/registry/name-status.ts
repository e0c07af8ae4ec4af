import type { ParsedName, ValidName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { getSandboxStatus, sandboxRow } from '#lib/registry/names/sandbox.ts';
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
 */
export function statusOfName(name: ValidName, known: KnownNames, asOf: AsOf): Status {
  return explainName(name, known, asOf).status;
}

/** @property hasSandboxName whether sandbox names have their fixed status: everywhere but in production */
export interface AsOf {
  readonly now: EpochMs;
  readonly hasSandboxName: boolean;
}

/**
 * Which rule gave a name its status: a sandbox name, the register (active; pending, with or without the release job's
 * mark), a rule that needs no list, a list, or none of them (`released`: a release job has released it).
 */
export type Why = 'sandbox' | 'active' | 'pending' | 'marked' | 'rule' | 'list' | 'released' | 'nothing';

/** The status of a name, and where it comes from. */
export interface ExplainedStatus {
  readonly status: Status;
  readonly why: Why;
  /** The register's row of the name, or the one that a sandbox name would have. */
  readonly row: RegisterRow | undefined;
}

/** The status that the API gives a name (`statusOfName`), and the rule behind it. */
export function explainName(
  name: ValidName,
  { find, listed }: KnownNames,
  { now, hasSandboxName }: AsOf,
): ExplainedStatus {
  const fixed = hasSandboxName ? getSandboxStatus(name) : undefined;
  if (fixed !== undefined) return { status: fixed, why: 'sandbox', row: sandboxRow(fixed, now) };
  const row = find(name.domain);
  const held = statusOf({ row, listed: undefined, now });
  if (row !== undefined && held !== statuses.Available) return { status: held, why: whyHeld(row), row };
  const ruled = getRuledStatus(name);
  const kept = ruled ?? listed(name.domain);
  if (kept !== undefined) return { status: statuses[kept], why: ruled === undefined ? 'list' : 'rule', row };
  return { status: statuses.Available, why: row === undefined ? 'nothing' : 'released', row };
}

function whyHeld({ cancelled, freeAt }: RegisterRow): Why {
  if (cancelled === null) return 'active';
  return freeAt === null ? 'pending' : 'marked';
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
