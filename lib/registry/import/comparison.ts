import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';
import type { FeedRow } from './feed-row.ts';

/**
 * A state of a name in the register. `registered` null: it has left. Its cancel date and the release job's mark stay, so
 * that a feed that still lists the old cancellation does not bring it back as pending.
 */
export interface NameState {
  readonly registered: EpochSeconds | null;
  readonly cancelled: EpochSeconds | null;
  readonly freeAt: EpochMs | null;
}

/**
 * What a feed changes about a name: `new` (also: registered again after its release), `changed` dates, `cancelled`,
 * `restored` from pending release, `missing` from a full file for the first time, `removed` because it was missing
 * twice, `left` after its release.
 */
export const changeKinds = ['new', 'changed', 'cancelled', 'restored', 'missing', 'removed', 'left'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** `state`: the name's new state; undefined when it keeps its state, as a missing name does. */
export interface Change {
  readonly kind: ChangeKind;
  readonly state: NameState | undefined;
}

/** What a row of a feed changes, given the name's current state; undefined when nothing. */
export function compareListed(current: NameState | undefined, row: FeedRow, now: EpochMs): Change | undefined {
  const { registered, cancelled } = row;
  if (current === undefined) return { kind: 'new', state: { registered, cancelled, freeAt: null } };

  // the mark belongs to one cancellation: a row with that cancellation keeps it, any other starts without (R9)
  const freeAt = cancelled !== null && cancelled === current.cancelled ? current.freeAt : null;
  const state = { registered, cancelled, freeAt };
  if (registered === current.registered && cancelled === current.cancelled) return undefined;
  if (hasLeft(current)) return { kind: 'new', state };
  if (current.cancelled === null) return { kind: cancelled === null ? 'changed' : 'cancelled', state };
  if (isReleased(current, now)) return { kind: freeAt === null ? 'new' : 'changed', state };
  return { kind: cancelled === null ? 'restored' : 'changed', state };
}

/**
 * What it changes when a full file lacks a name. Absence alone never frees a name: one that is active, or pending before
 * its release, is missing first, and is removed only when the next full file lacks it too.
 */
export function compareAbsent(current: NameState, wasMissing: boolean, now: EpochMs): Change | undefined {
  if (hasLeft(current)) return undefined;
  if (isReleased(current, now)) return { kind: 'left', state: { ...current, registered: null } };
  if (!wasMissing) return { kind: 'missing', state: undefined };
  return { kind: 'removed', state: { registered: null, cancelled: null, freeAt: null } };
}

function hasLeft({ registered }: NameState): boolean {
  return registered === null;
}

/** Whether the name is available by a release job's mark (R9). */
function isReleased({ freeAt }: NameState, now: EpochMs): boolean {
  return freeAt !== null && freeAt <= now;
}
