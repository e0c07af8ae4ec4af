import type { sentences } from './sentences.ts';
import type { ReasonsOf } from './word-table.ts';

/** Why something is refused: the code of the rule, and the facts that its sentence needs. */
export type Reason = ReasonsOf<typeof sentences>;
