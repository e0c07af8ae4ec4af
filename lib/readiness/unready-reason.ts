import type { Damage, DamagedApi } from './damage.ts';
import type { FilesChange } from './files-change.ts';

/** Why a process should get no requests (`/readyz`): a code and the facts. The words are in `lib/words/readiness.ts`. */
export type UnreadyReason =
  | { readonly code: 'damaged'; readonly api: DamagedApi; readonly damage: Damage }
  | { readonly code: 'database-files-changed'; readonly file: string; readonly change: FilesChange }
  | { readonly code: 'database-silent' };
