import type { sentences } from './sentences.ts';

type FactsOf<Words> = Words extends (facts: infer Facts, ...rest: never) => string
  ? unknown extends Facts
    ? object
    : Facts
  : never;

/** The codes of a table, each with its facts. */
export type ReasonsOf<Table> = { [Code in keyof Table]: { readonly code: Code } & FactsOf<Table[Code]> }[keyof Table];

/** Why something is refused: the code of the rule, and the facts that its sentence needs. */
export type Reason = ReasonsOf<typeof sentences>;
