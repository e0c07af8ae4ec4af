import type { Change, ChangeKind, NameState } from './comparison.ts';

const gone: NameState = { registered: null, cancelled: null, freeAt: null };

/**
 * What taking a run back makes of a name that it changed. The name gets the state it had before the run; a mark that a
 * release job has set since stays when it belongs to the cancellation that comes back, for the name was free. A
 * cancellation that no job has taken comes back without a mark, and the next job takes it: an undo releases nothing
 * by itself (R9).
 *
 * @param before the state before the run; undefined when the name was not in the register
 * @param standing the state now
 * @returns undefined when nothing changes
 */
export function takeBack(before: NameState | undefined, standing: NameState): Change | undefined {
  const state = before === undefined ? gone : { ...before, freeAt: markOf(before, standing) };
  const { registered, cancelled, freeAt } = standing;
  if (state.registered === registered && state.cancelled === cancelled && state.freeAt === freeAt) return undefined;
  return { kind: kindOf(standing, state), state };
}

function markOf(before: NameState, standing: NameState): NameState['freeAt'] {
  const isSameCancellation = before.cancelled !== null && before.cancelled === standing.cancelled;
  return isSameCancellation ? (standing.freeAt ?? before.freeAt) : before.freeAt;
}

function kindOf(from: NameState, to: NameState): ChangeKind {
  if (to.registered === null) return 'removed';
  if (from.registered === null) return 'new';
  if (from.cancelled === null && to.cancelled !== null) return 'cancelled';
  return from.cancelled !== null && to.cancelled === null ? 'restored' : 'changed';
}
