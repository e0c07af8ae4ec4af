import type { Reason } from '#lib/refusal.ts';
import { firstJobTaking, releaseDate, windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, type EpochMs, type EpochSeconds } from '#lib/time/auckland.ts';
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

/**
 * Why a row cannot be true, given the current state of its name: it registers the name again before the job that
 * releases it, or cancels it before its current registration, as only an outdated file does. Either would free a name
 * early. `parseFeedRow` refuses rows that contradict themselves.
 */
export function contradiction(current: NameState | undefined, row: FeedRow): Reason | undefined {
  if (current === undefined) return undefined;
  const { registered, cancelled } = row;
  if (current.cancelled !== null && registered > current.cancelled) {
    const job = firstJobTaking(releaseDate(current.cancelled));
    // a date without a time is stored as that day's midnight
    const isDateOnly = aucklandMidnight(registered * 1000, 0) === registered * 1000;
    if (registered * 1000 >= (isDateOnly ? job : windowEnd(job))) return undefined;
    return {
      code: 'registered-before-release',
      registered: registered * 1000,
      cancelled: current.cancelled * 1000,
      freeAt: windowEnd(job),
    };
  }
  if (cancelled !== null && current.registered !== null && cancelled < current.registered) {
    return {
      code: 'cancelled-before-registration',
      cancelled: cancelled * 1000,
      registered: current.registered * 1000,
    };
  }
  return undefined;
}

const gone: NameState = { registered: null, cancelled: null, freeAt: null };

/**
 * What undoing a run changes about a name that the run changed. The name gets the state it had before the run. A mark
 * that a release job has set since stays if it belongs to the restored cancellation, because the name has been
 * available. A cancellation that no job has marked comes back unmarked, for the next job to mark: an undo itself
 * releases nothing (R9).
 *
 * @param before the state before the run; undefined when the name was not in the register
 * @returns undefined when nothing changes
 */
export function undoneChange(before: NameState | undefined, current: NameState): Change | undefined {
  const state = before === undefined ? gone : { ...before, freeAt: markOf(before, current) };
  const { registered, cancelled, freeAt } = current;
  if (state.registered === registered && state.cancelled === cancelled && state.freeAt === freeAt) return undefined;
  return { kind: kindOf(current, state), state };
}

function markOf(before: NameState, current: NameState): NameState['freeAt'] {
  const isSameCancellation = before.cancelled !== null && before.cancelled === current.cancelled;
  return isSameCancellation ? (current.freeAt ?? before.freeAt) : before.freeAt;
}

function kindOf(from: NameState, to: NameState): ChangeKind {
  if (to.registered === null) return 'removed';
  if (from.registered === null) return 'new';
  if (from.cancelled === null && to.cancelled !== null) return 'cancelled';
  return from.cancelled !== null && to.cancelled === null ? 'restored' : 'changed';
}

/** The rows of two lists with the same name; undefined for a list that lacks it. */
export interface SideBySide<Left, Right> {
  readonly name: string;
  readonly left: Left | undefined;
  readonly right: Right | undefined;
}

interface Named {
  readonly name: string;
}

/**
 * Walks through two lists together, once, and gives every name that is in either, in order.
 *
 * @param left sorted by name in code unit order, each name once; `right` likewise
 */
export function* sideBySide<Left extends Named, Right extends Named>(
  left: Iterable<Left>,
  right: Iterable<Right>,
): Generator<SideBySide<Left, Right>> {
  const [lefts, rights] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  let [one, other] = [next(lefts), next(rights)];
  while (one !== undefined || other !== undefined) {
    const isLeft = other === undefined || (one !== undefined && one.name <= other.name);
    const isRight = one === undefined || (other !== undefined && other.name <= one.name);
    const name = (isLeft ? one : other)?.name ?? '';
    yield { name, left: isLeft ? one : undefined, right: isRight ? other : undefined };
    if (isLeft) one = next(lefts);
    if (isRight) other = next(rights);
  }
}

function next<Row>(rows: Iterator<Row>): Row | undefined {
  const { done, value } = rows.next();
  return done === true ? undefined : value;
}
