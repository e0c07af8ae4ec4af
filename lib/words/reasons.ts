import type { accessWords } from './access.ts';
import type { Controls } from './controls.ts';
import type { coverageContentWords } from './coverage-content.ts';
import type { coverageFieldWords } from './coverage-fields.ts';
import type { coverageFileWords } from './coverage-file.ts';
import type { coverageImportWords } from './coverage-import.ts';
import type { coverageReferenceWords } from './coverage-reference.ts';
import type { fieldWords } from './fields.ts';
import type { fileWords } from './files.ts';

/** The sentences of a subject by code; what the first argument of each asks for are the facts that come with the code. */
export type WordTable = Readonly<Record<string, (facts: never, controls: Controls) => string>>;

type FactsOf<Words> = Words extends (facts: infer Facts, ...rest: never) => string
  ? unknown extends Facts
    ? object
    : Facts
  : never;

/** The codes of a table, each with its facts. */
export type ReasonsOf<Table> = { [Code in keyof Table]: { readonly code: Code } & FactsOf<Table[Code]> }[keyof Table];

/** Why something is refused: the code of the rule, and the facts that its sentence needs. */
export type Reason =
  | ReasonsOf<typeof fieldWords>
  | ReasonsOf<typeof fileWords>
  | ReasonsOf<typeof accessWords>
  | ReasonsOf<typeof coverageFileWords>
  | ReasonsOf<typeof coverageContentWords>
  | ReasonsOf<typeof coverageReferenceWords>
  | ReasonsOf<typeof coverageFieldWords>
  | ReasonsOf<typeof coverageImportWords>;
