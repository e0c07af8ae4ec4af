import type { PlaceField } from '#lib/broadband/import/csv/place-fields.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ReferenceCode } from '#lib/broadband/import/projection/reference.ts';

/** How an edge names what a person can choose or do there: an option of the command line, a field of a screen. */
export interface Controls {
  /** Where the networks that are allowed can be seen, to follow a statement; empty where it goes without saying. */
  readonly listNetworks: string;
  readonly listKeys: string;
  readonly listRegistrars: string;
  readonly listUsers: string;
  /** Where accounts of staff can be seen. */
  readonly listStaff: string;
  /** The command that makes the database or brings it to this version. */
  readonly migrate: string;
  /** The command that removes demonstration data. */
  readonly removeDemonstration: string;
  /** Where the layers of the published version can be seen, to follow a statement. */
  readonly listLayers: string;
  /** How a version is published, to end a statement with. */
  readonly publish: (versionId: number) => string;
  /** How a version is checked, and published whatever it takes away: sentences of their own, or nothing. */
  readonly publishAnyway: (versionId: number) => string;
  /** How to import a complete register file that lacks many names, to follow a statement. */
  readonly importAnyway: string;
  /** How to add a registrar, or to allow very many addresses, to follow a statement. */
  readonly addRegistrar: string;
  readonly allowLarge: string;
  /** How to change an account of staff, to follow a statement. */
  readonly changeStaff: string;
  /** How to make a change on this revision of a record, to follow a statement. */
  readonly revisionNow: (revision: number) => string;
  readonly coverage: CoverageControls;
}

/** A column that seems to be a field, and what its values seem to mean; a person has to confirm it. */
export interface OpenProposal {
  readonly field: FieldName;
  /** The column, as `SPEED` or `SPEED[second,kbps]`; undefined where the column is certain and only values are open. */
  readonly column: string | undefined;
  readonly meanings: readonly { readonly from: string; readonly to: string }[];
}

/** What can be chosen of a coverage file apart from its columns. */
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

/** Where nothing can be chosen: a setting at start, the report of a delivered file. */
export const noControls: Controls = {
  listNetworks: '',
  listKeys: '',
  listRegistrars: '',
  listUsers: '',
  listStaff: '',
  migrate: '',
  removeDemonstration: '',
  listLayers: '',
  publish: () => '.',
  publishAnyway: () => '',
  importAnyway: '',
  addRegistrar: '',
  allowLarge: '',
  changeStaff: '',
  revisionNow: () => '',
  coverage: noCoverageControls,
};
