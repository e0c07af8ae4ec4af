import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import type { FeedRow } from './feed-row.ts';

/**
 * A state of a name in the register. `registered` null: it has left; the cancel date and the release job's mark it
 * left with stay, so that a feed which still lists the old cancellation does not bring it back as pending.
 */
export interface NameState {
  readonly registered: EpochSeconds | null;
  readonly cancelled: EpochSeconds | null;
  readonly freeAt: EpochMs | null;
}

/**
 * What a feed changes about a name: `new` (also registered again after its release), `changed` dates, `cancelled`,
 * `restored` from pending release, `missing` from a snapshot for the first time, `removed` because it was missing
 * twice, `left` after its release.
 */
export const changeKinds = ['new', 'changed', 'cancelled', 'restored', 'missing', 'removed', 'left'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** `state`: what the name becomes; undefined when its state stays (a missing name keeps it). */
export interface Change {
  readonly kind: ChangeKind;
  readonly state: NameState | undefined;
}

/** What a row of a feed changes, given what stands; undefined when it says the same. */
export function compareListed(standing: NameState | undefined, row: FeedRow, now: EpochMs): Change | undefined {
  const { registered, cancelled } = row;
  if (standing === undefined) return { kind: 'new', state: { registered, cancelled, freeAt: null } };

  // The mark belongs to one cancellation: a row that lists that one keeps it, any other begins without (R9).
  const freeAt = cancelled !== null && cancelled === standing.cancelled ? standing.freeAt : null;
  const state = { registered, cancelled, freeAt };
  if (registered === standing.registered && cancelled === standing.cancelled) return undefined;
  if (hasLeft(standing)) return { kind: 'new', state };
  if (standing.cancelled === null) return { kind: cancelled === null ? 'changed' : 'cancelled', state };
  if (isReleased(standing, now)) return { kind: freeAt === null ? 'new' : 'changed', state };
  return { kind: cancelled === null ? 'restored' : 'changed', state };
}

/**
 * What it changes that a full snapshot lacks a name. Absence alone never frees one: a name that stands as Active or as
 * PendingRelease before its release is missing first, and leaves only when the next snapshot lacks it too.
 */
export function compareAbsent(standing: NameState, wasMissing: boolean, now: EpochMs): Change | undefined {
  if (hasLeft(standing)) return undefined;
  if (isReleased(standing, now)) return { kind: 'left', state: { ...standing, registered: null } };
  if (!wasMissing) return { kind: 'missing', state: undefined };
  return { kind: 'removed', state: { registered: null, cancelled: null, freeAt: null } };
}

function hasLeft({ registered }: NameState): boolean {
  return registered === null;
}

/** Whether the instant of a release job's mark has come (R9). */
function isReleased({ freeAt }: NameState, now: EpochMs): boolean {
  return freeAt !== null && freeAt <= now;
}
