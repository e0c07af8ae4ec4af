import type { ValidName } from '#lib/registry/names/name.ts';
import { getRuledStatus } from '#lib/registry/names/prohibited-names.ts';
import { getSandboxStatus } from '#lib/registry/names/sandbox.ts';
import { releaseDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { type KnownNames, statusOfName } from './name-status.ts';
import type { RegisterRow, Status } from './status.ts';

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
