import type { PlaceField } from '#lib/broadband/import/csv/place-fields.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ReferenceCode } from '#lib/broadband/import/projection/reference.ts';

/** A column that seems to be a field, and what its values seem to mean; a person has to confirm it. */
export interface OpenProposal {
  readonly field: FieldName;
  /** The column, as `SPEED` or `SPEED[second,kbps]`; undefined where the column is certain and only values are open. */
  readonly column: string | undefined;
  readonly meanings: readonly { readonly from: string; readonly to: string }[];
}

/** What can be chosen of a coverage file beside its columns. */
export type CoverageChoice = 'layer' | 'reference' | 'encoding' | 'replace' | 'add' | 'delivery' | 'new-provider';

/** How an edge names what can be chosen of a coverage file; each name can follow “Use”. */
export interface CoverageControls {
  readonly control: (choice: CoverageChoice) => string;
  /** Where a field gets one value for the whole file. */
  readonly constant: (field: FieldName) => string;
  /** Where a column is chosen, for this field or for any. */
  readonly column: (field: FieldName | PlaceField | undefined, column?: string) => string;
  /** A reference system, as it would be chosen. */
  readonly reference: (reference: { readonly code: ReferenceCode; readonly swap: boolean }) => string;
  /** One or two sentences: what columns seem to mean, and how to confirm it. */
  readonly proposals: (proposals: readonly OpenProposal[]) => string;
  readonly dayExample: string;
}

/** Where nothing can be chosen. */
export const noCoverageControls: CoverageControls = {
  control: () => 'the import settings',
  constant: () => 'the import settings',
  column: () => 'the import settings',
  reference: ({ code }) => `EPSG:${code}`,
  proposals: () => 'Some columns seem to be fields with other names.',
  dayExample: '2026-11-20',
};
