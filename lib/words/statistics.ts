import { type NoAreas, nothingToImportWords } from '#lib/words/coverage/content.ts';
import { columnsWords } from '#lib/words/coverage/fields.ts';

interface NameColumn {
  readonly column: string;
}

/** Why areas are not imported. */
export const statisticsWords = {
  'area-column-not-found': ({ column, columns }: NameColumn & { columns: readonly string[] }) =>
    `No column is named ${JSON.stringify(column)}, from which the names of the areas should be read. ${columnsWords(columns)}`,
  'area-name-needed': ({ column, most }: NameColumn & { most: number }) =>
    `The column ${JSON.stringify(column)} has no name of up to ${most} characters.`,
  'too-many-areas': ({ column, most }: NameColumn & { most: number }) =>
    `The file has more than ${most.toLocaleString('en-NZ')} different names in the column ${JSON.stringify(column)}. Choose the column that has the name of each area.`,
  'areas-without-borders': ({ columns }: { columns: readonly string[] }) =>
    [
      'The file was read as a table (CSV), but no column has areas, as WKT or GeoJSON.',
      ...(columns.length > 0 ? [columnsWords(columns)] : []),
    ].join(' '),
  'areas-without-polygons': (found: NoAreas) => `${nothingToImportWords(found)} Areas must be polygons.`,
  'areas-outside': () =>
    'No area of the file lies in the service area, so there is nothing to measure. Choose a file of areas of New Zealand.',
  'no-such-area-set': ({ name }: { name: string }) =>
    `There are no areas named ${JSON.stringify(name)}. See "areas list".`,
} as const;
