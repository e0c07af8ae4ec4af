import type { Change, ChangeKind, NameState } from './comparison.ts';

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
