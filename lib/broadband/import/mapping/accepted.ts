import type { CoverageChoices } from './choices.ts';
import { joinChoices, noChoices } from './choices.ts';
import type { FieldProposal } from './proposal.ts';

/**
 * The choices with all that is proposed beside them, as somebody has who confirms every proposal as it stands. What is
 * chosen already stays.
 */
export function acceptProposals(choices: CoverageChoices, proposals: readonly FieldProposal[]): CoverageChoices {
  const columns: CoverageChoices['columns'] = {};
  const values: CoverageChoices['values'] = {};
  for (const { field, column, mustConfirm, values: proposed } of proposals) {
    // a constant would lose against the column's values
    if (column === undefined || choices.constants[field] !== undefined) continue;
    // one that is named as the field needs no choice, but for capitals
    if (mustConfirm || column !== field) columns[field] = column;
    const meanings = proposed.flatMap(({ from, to, mustConfirm: isOpen }) =>
      isOpen && to !== undefined ? [[from, to]] : [],
    );
    if (meanings.length > 0) values[field] = Object.fromEntries(meanings);
  }
  return joinChoices(choices, { ...noChoices, columns, values });
}
