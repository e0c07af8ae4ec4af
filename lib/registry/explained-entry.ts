import type { EpochMs } from '#lib/time/auckland.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { invalidNameReason, nameReason } from '#lib/words/registry/name-reasons.ts';
import { type AsOf, availabilityEntry, certaintyOf, explainName, type KnownNames } from './name-status.ts';
import type { ParsedName } from './names/name.ts';
import { dropDate, releaseDate } from './release/release.ts';
import { type RegisterRow, statuses } from './status.ts';

/** What is known of names, and of the jobs that release them. */
export interface KnownReleases extends KnownNames {
  /** The schedule date of the last release job that has run; undefined before the first. */
  lastJob(): EpochMs | undefined;
}

/**
 * One element of `/1.1/availability` as JSON text (R14): that of `/1.0`, then `reason`, and for a name in PendingRelease
 * `release_date`, `drop_date` and `can_be_restored`.
 */
export function explainedEntry(name: ParsedName, known: KnownReleases, asOf: AsOf): string {
  if (!name.valid) return withReason(availabilityEntry(name, statuses.Invalid), invalidNameReason(name.reason), '');
  const explained = explainName(name, known, asOf);
  const { status, row } = explained;
  const entry = availabilityEntry(name, status);
  const certainty = row === undefined ? undefined : certaintyOf(row, asOf.now);
  const isPending = status === statuses.PendingRelease && row !== undefined;
  return withReason(
    entry,
    nameReason(explained, certainty),
    isPending ? pendingMembers(row, certainty === 'may-be-restored', () => known.lastJob(), asOf.now) : '',
  );
}

function pendingMembers(
  { cancelled, freeAt }: RegisterRow,
  canBeRestored: boolean,
  lastJob: () => EpochMs | undefined,
  now: EpochMs,
): string {
  const cancelledAt = cancelled ?? 0;
  const release = isoAuckland(releaseDate(cancelledAt) * 1000);
  const drop = isoAuckland(freeAt ?? dropDate(cancelledAt, now, lastJob()));
  return `,"release_date":"${release}","drop_date":"${drop}","can_be_restored":${canBeRestored}`;
}

function withReason(entry: string, reason: string, more: string): string {
  return `${entry.slice(0, -1)},"reason":${JSON.stringify(reason)}${more}}`;
}
