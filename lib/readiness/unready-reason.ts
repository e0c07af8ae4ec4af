import type { Damage, DamagedApi } from './damage.ts';
import type { FilesChange } from './files-change.ts';

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
