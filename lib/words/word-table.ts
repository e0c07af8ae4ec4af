import type { Controls } from './controls.ts';

type FactsOf<Words> = Words extends (facts: infer Facts, ...rest: never) => string
  ? unknown extends Facts
    ? object
    : Facts
  : never;

/** The codes of a table, each with its facts. */
export type ReasonsOf<Table> = { [Code in keyof Table]: { readonly code: Code } & FactsOf<Table[Code]> }[keyof Table];

/** The sentence of a reason by the table of its subject, which needs no other table. */
export function inWords<Table extends object>(table: Table, reason: ReasonsOf<Table>, controls: Controls): string {
  return (table[reason.code] as (facts: ReasonsOf<Table>, controls: Controls) => string)(reason, controls);
}
