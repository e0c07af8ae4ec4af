import { type CoverageControls, noCoverageControls } from './coverage-controls.ts';

/** How an edge names what a person can choose or do there: an option of the command line, a field of a screen. */
export interface Controls {
  /** Where the networks that are allowed can be seen, to follow a statement; empty where it goes without saying. */
  readonly listNetworks: string;
  readonly listKeys: string;
  readonly coverage: CoverageControls;
}

/** Where nothing can be chosen: a setting at start, a report beside a file. */
export const noControls: Controls = {
  listNetworks: '',
  listKeys: '',
  coverage: noCoverageControls,
};
