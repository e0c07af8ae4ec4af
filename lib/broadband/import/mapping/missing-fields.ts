import { type FieldName, optionOf } from '#lib/broadband/import/offers/offer-fields.ts';
import { type FieldProposal, optionsOf } from './proposal.ts';

const columnsNamed = 20;

/**
 * What a person reads whose file lacks columns that every offer needs: what is missing, what the file has, and the
 * options that say what seems to be meant.
 *
 * @param columns the names of the file's columns
 */
export function describeMissing(
  missing: readonly FieldName[],
  columns: readonly string[],
  proposals: readonly FieldProposal[],
): string {
  const listed = columns.slice(0, columnsNamed).map((name) => JSON.stringify(name));
  const has =
    listed.length === 0
      ? 'It has no columns.'
      : `Its columns are ${listed.join(', ')}${columns.length > columnsNamed ? ', …' : ''}.`;
  const isProposed = (field: FieldName) => proposals.some((each) => each.field === field && each.column !== undefined);
  const options = optionsOf(proposals);
  const seem =
    options.length === 0
      ? []
      : [
          `They seem to mean: ${options.join(' ')}. Check that and give these options, or --as-proposed to take them all.`,
        ];
  const open = missing.filter((field) => !isProposed(field));
  const nothing =
    open.length === 0
      ? []
      : [
          `Nothing seems to be ${open.join(', ')}: give ${open.map((field) => optionOf[field]).join(', ')}, or --map FIELD=COLUMN.`,
        ];
  return [
    `The file lacks what every offer needs: no column is named ${missing.join(', ')}.`,
    ...[has, ...seem, ...nothing],
  ].join(' ');
}
