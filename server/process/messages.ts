import type { SettlementAnswer, SettlementRequest } from '#lib/access/limit/settlement.ts';
import type { NodeState } from '#lib/cluster/node-state.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import type { BulkRequest } from '#server/access/bulk-keys.ts';
import type { Report } from '#server/metrics/prom-client.ts';
import type { ReportedDamage } from './faults.ts';

/** Messages from a worker to the primary. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  /** It has the connection that was dealt to it first. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'settle'; readonly request: SettlementRequest }
  | BulkRequest
  | { readonly kind: 'damage'; readonly found: ReportedDamage }
  | { readonly kind: 'usage'; readonly batches: readonly UsageBatch[] }
  | Measured
  /** It is asked for the metrics of all processes. */
  | { readonly kind: 'scrape' };

/** The metrics of a process that was asked for them, or that ends. */
export interface Measured {
  readonly kind: 'measured';
  readonly report: Report;
}

/** Asks a process for its metrics. */
export interface Measure {
  readonly kind: 'measure';
}

/** How far this node of a cluster has followed the log. */
export interface NodeReport {
  readonly kind: 'node';
  readonly state: NodeState;
}

/** Messages from the primary to a worker. */
export type PrimaryMessage =
  | NodeReport
  /** With a socket. */
  | { readonly kind: 'connection' }
  | { readonly kind: 'settled'; readonly answer: SettlementAnswer }
  | { readonly kind: 'bulk'; readonly id: number; readonly granted: boolean }
  | Measure
  /** The metrics of all processes; undefined while they cannot be had. */
  | { readonly kind: 'scraped'; readonly text: string | undefined }
  /** Finish what was dealt so far, and end. */
  | { readonly kind: 'drain' };

/** Messages from a primary to the first process. */
export type ToFirst =
  /** It has a migration before it that workers of a dead primary, which still answer, cannot live with. */
  | { readonly kind: 'migrates' }
  /** It could accept connections now. Its clock is also that of its successors. */
  | { readonly kind: 'prepared'; readonly clockOffsetMs: number }
  /** It accepts connections: both APIs answer. `words` are for the operator. */
  | { readonly kind: 'serving'; readonly words: string }
  /** Its pages answer too. */
  | { readonly kind: 'complete'; readonly words: string }
  /** Something counted against limits, for the successor. */
  | { readonly kind: 'spent'; readonly request: SettlementRequest }
  /** What was measured up to now, for the successor. */
  | { readonly kind: 'counted'; readonly report: Report }
  /** It accepts no more connections, and the successor has all counts up to now. */
  | { readonly kind: 'retired' };

/** Messages from the first process to a primary. */
export type FromFirst =
  /** No worker of a dead primary answers any longer. */
  | { readonly kind: 'alone' }
  /** Accept connections. `hasCounts`: the predecessor has sent its counts. */
  | { readonly kind: 'serve'; readonly hasCounts: boolean }
  | { readonly kind: 'spent'; readonly request: SettlementRequest }
  | { readonly kind: 'counted'; readonly report: Report }
  /** Leave everything to a successor, finish what was accepted, and end. */
  | { readonly kind: 'retire' }
  | { readonly kind: 'stop' };

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
