import type { SettlementAnswer, SettlementRequest } from '#lib/access/limit/settlement.ts';
import type { ReportedDamage } from '#server/process/faults.ts';
import type { Measure, Measured, NodeReport } from '#server/process/messages.ts';

/** Messages from the pages process to the process that started it. */
export type FromPages =
  | { readonly kind: 'listening' }
  | { readonly kind: 'damage'; readonly found: ReportedDamage }
  | { readonly kind: 'settle'; readonly request: SettlementRequest }
  | Measured;

/** Messages to the pages process. */
export type ToPages =
  | { readonly kind: 'settled'; readonly answer: SettlementAnswer }
  | Measure
  | NodeReport
  /** No more requests are handed over: end. */
  | { readonly kind: 'stop' };
