import type { SettlementAnswer, SettlementRequest } from '#lib/access/limit/settlement.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import type { BulkRequest } from '#server/access/bulk-keys.ts';

/** Messages from a worker to the primary. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'settle'; readonly request: SettlementRequest }
  | BulkRequest
  | { readonly kind: 'usage'; readonly batches: readonly UsageBatch[] };

/** Messages from the primary to a worker. */
export type PrimaryMessage =
  | { readonly kind: 'settled'; readonly answer: SettlementAnswer }
  | { readonly kind: 'bulk'; readonly id: number; readonly granted: boolean };
