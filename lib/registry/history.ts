import type { EpochMs, EpochSeconds } from '#lib/time/auckland.ts';

/** A state that a name has had in the register. `registered` null: it had left. */
export interface PastState {
  readonly registered: EpochSeconds | null;
  readonly cancelled: EpochSeconds | null;
  readonly freeAt: EpochMs | null;
}

export type RegisterEvent =
  | 'registered'
  | 'registered-and-cancelled'
  | 'registered-again'
  | 'cancelled'
  | 'restored'
  | 'marked'
  | 'dates-changed'
  | 'left';

/** What happened to a name between one state, or none, and the next. */
export function eventBetween(former: PastState | undefined, next: PastState): RegisterEvent {
  if (next.registered === null) return 'left';
  const isBack = former !== undefined && (former.registered === null || former.freeAt !== null);
  if (next.cancelled === null) {
    if (isBack) return 'registered-again';
    if (former === undefined) return 'registered';
    return former.cancelled === null ? 'dates-changed' : 'restored';
  }
  if (former === undefined || former.registered === null) return 'registered-and-cancelled';
  if (next.freeAt !== null && former.freeAt === null) return 'marked';
  return former.cancelled === null || isBack ? 'cancelled' : 'dates-changed';
}
