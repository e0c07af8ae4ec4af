import type { Damage, DamagedApi } from './damage.ts';

/** Why a process should get no requests (`/readyz`): a code and the facts. The words are in `lib/words/readiness.ts`. */
export type UnreadyReason =
  | { readonly code: 'damaged'; readonly api: DamagedApi; readonly damage: Damage }
  | { readonly code: 'database-files-changed'; readonly file: string; readonly change: FilesChange }
  | { readonly code: 'database-silent' }
  /** Nothing was ever published that this API could answer from. */
  | { readonly code: 'not-published'; readonly api: DamagedApi }
  /** A node of a cluster has not heard from PostgreSQL for too long. */
  | { readonly code: 'node-stale'; readonly node: string; readonly ageMs: number; readonly maxStaleMs: number }
  /** It has not yet followed the log to its end, or does not know the time. */
  | { readonly code: 'node-not-joined'; readonly node: string };

/** What somebody has done to the files of an open database: to itself, or to its log (-wal, -shm). */
export type FilesChange = 'missing' | 'replaced' | 'overwritten' | 'truncated' | 'log-missing' | 'log-replaced';

/**
 * What is wrong with the disk of the database while both APIs still answer correctly: a code and the facts. The words are
 * in `lib/words/readiness.ts`.
 */
export type DiskRemark =
  | { readonly code: 'disk-low'; readonly folder: string; readonly freeBytes: number; readonly diskBytes: number }
  | { readonly code: 'disk-read-only'; readonly folder: string };

/** How far a node of a cluster has followed the log. The words are in `lib/words/readiness.ts`. */
export interface NodeRemark {
  readonly node: string;
  readonly isConnected: boolean;
  readonly sequence: number;
  readonly behind: number;
  readonly ageMs: number;
}
