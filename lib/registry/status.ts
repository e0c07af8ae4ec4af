import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';

/**
 * Every code and text an entry can have (R4). The numbers 240 and 260 are assumed: those statuses exist in .nz WHOIS,
 * but no public response was found that shows their numbers. 270 is attested by one source, the rest by many.
 */
export const statuses = {
  Active: { code: '200', status: 'Active' },
  PendingRelease: { code: '210', status: 'PendingRelease' },
  Available: { code: '220', status: 'Available' },
  Prohibited: { code: '230', status: 'Prohibited' },
  Conflicted: { code: '240', status: 'Conflicted' }, // assumed
  Resolved: { code: '260', status: 'Resolved' }, // assumed
  Reserved: { code: '270', status: 'Reserved' },
  Invalid: { code: '500', status: 'Invalid characters in query string' },
} as const;

export type Status = (typeof statuses)[keyof typeof statuses];

/** The statuses that a list can give a name that nobody has registered. */
export const listedStatuses = ['Prohibited', 'Conflicted', 'Resolved', 'Reserved'] as const;
export type ListedStatus = (typeof listedStatuses)[number];

/** A name's row in the register. */
export type RegisterRow = {
  readonly registered: EpochSeconds;
  /** When it was cancelled; null while it is active. */
  readonly cancelled: EpochSeconds | null;
  /** The release job's mark: the instant from which the name is available; null until a job has taken it. */
  readonly freeAt: EpochMs | null;
};

/**
 * The status of a well-formed name, in the order of R5. A cancelled name is PendingRelease until a release job has marked
 * it and the instant of the mark has come (R9): the clock alone never makes it Available.
 */
export function statusOf(known: {
  row: RegisterRow | undefined;
  listed: ListedStatus | undefined;
  now: EpochMs;
}): Status {
  const { row, listed, now } = known;
  if (row !== undefined && row.cancelled === null) return statuses.Active;
  if (row !== undefined && (row.freeAt === null || now < row.freeAt)) return statuses.PendingRelease;
  return listed === undefined ? statuses.Available : statuses[listed];
}
