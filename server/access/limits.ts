import type { SettlementLink } from '#lib/access/limit/limiter.ts';
import {
  createSingleProcessLimits,
  createWorkerLimits,
  type Limits,
  type Settlements,
} from '#lib/access/limit/limits.ts';
import type { WindowOf } from '#lib/access/limit/window.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';

const dayWindow: WindowOf = (nowMs) => ({ id: dayOf(nowMs), endsAt: aucklandMidnight(nowMs, 1) });

/** The limits of this process (B6). */
export function limits(): Limits {
  return processWide<Limits>('limits', () => {
    throw new Error('The limits are not set up: requests are answered only under server.ts.');
  });
}

/** Whether the limits are set up; they are not under plain `next start`. */
export function hasLimits(): boolean {
  return processWide<Limits | undefined>('limits', () => undefined) !== undefined;
}

/** Sets up the limits of a single process. */
export function setUpSingleProcessLimits(settlements: Settlements): void {
  setProcessWide('limits', createSingleProcessLimits(dayWindow, settlements));
}

/** Sets up the limits of one worker among several. */
export function setUpWorkerLimits(link: SettlementLink): void {
  setProcessWide('limits', createWorkerLimits(dayWindow, link));
}
