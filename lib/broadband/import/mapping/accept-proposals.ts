import { type CoverageChoices, joinChoices, noChoices } from './choices.ts';
import type { FieldProposal } from './proposal.ts';

/** The choices, and all proposals for what they leave open, as if a person had confirmed each of them. */
export function acceptProposals(choices: CoverageChoices, proposals: readonly FieldProposal[]): CoverageChoices {
  const columns: CoverageChoices['columns'] = {};
  const values: CoverageChoices['values'] = {};
  for (const { field, column, mustConfirm, values: proposed } of proposals) {
    // the values of a column would win over a constant
    if (column === undefined || choices.constants[field] !== undefined) continue;
    // a column with exactly the field's name needs no choice
    if (mustConfirm || column !== field) columns[field] = column;
    const meanings = proposed.flatMap(({ from, to, mustConfirm: isOpen }) =>
      isOpen && to !== undefined ? [[from, to]] : [],
    );
    if (meanings.length > 0) values[field] = Object.fromEntries(meanings);
  }
  return joinChoices(choices, { ...noChoices, columns, values });
}
