import { type CoverageControls, noCoverageControls } from '#lib/words/coverage/controls.ts';

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

/** Where nothing can be chosen: a setting at start, a report beside a file. */
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
