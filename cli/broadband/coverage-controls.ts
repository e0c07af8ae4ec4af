import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import type { CoverageChoice, CoverageControls, OpenProposal } from '#lib/words/controls.ts';
import { orderWords } from '#lib/words/coverage/reference.ts';

/** The options that give a field one value for the whole file. */
export const optionOf = {
  technology: '--technology',
  provider: '--provider',
  availability: '--availability',
  completion: '--completion',
  wholesale_network: '--wholesale',
  url: '--url',
  bandwidth_min_mbps: '--min-down',
  bandwidth_max_mbps: '--max-down',
  bandwidth_up_min_mbps: '--min-up',
  bandwidth_up_max_mbps: '--max-up',
  timing_id: '--timing-id',
} as const satisfies Record<FieldName, string>;

/** The options for other choices about a file. */
export const choiceOptions = {
  layer: '--layer',
  reference: '--crs',
  encoding: '--encoding',
  replace: '--replace',
  add: '--add',
  delivery: '--delivery',
  'new-provider': '--new-provider',
} as const satisfies Record<CoverageChoice, string>;

/** How the command line names what can be chosen of a coverage file. */
export const coverageControls: CoverageControls = {
  control: (choice) => choiceOptions[choice],
  constant: (field) => optionOf[field],
  column: (field, column = 'COLUMN') => `--map ${shellWord(`${field ?? 'FIELD'}=${column}`)}`,
  reference: ({ code, swap }) =>
    `--crs EPSG:${code}${swap ? ' --swap' : ''} (${references[code].name}${orderWords(code, swap)})`,
  proposals: (proposals) =>
    `The columns seem to mean: ${proposalOptions(proposals).join(' ')}. Check these options and use them, or use --as-proposed for all of them.`,
  dayExample: '2026-11-20',
};

/** How the command line offers to rebuild and publish a version. */
export function rebuildHint(versionId: number): string {
  return `"coverage publish ${versionId} --rebuild" makes its changes again on that and publishes them.`;
}

/** The options that confirm what columns and values seem to mean. */
export function proposalOptions(proposals: readonly OpenProposal[]): string[] {
  return proposals.flatMap(({ field, column, meanings }) => [
    ...(column === undefined ? [] : [`--map ${shellWord(`${field}=${column}`)}`]),
    ...meanings.map(({ from, to }) => `--value ${shellWord(`${field}:${from}=${to}`)}`),
  ]);
}

function shellWord(text: string): string {
  return /^[\w=:+./,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
