/** The suffixes below which names can be registered, in the order of the answers to `string` (R6). */
export const suffixes = [
  'nz',
  'ac.nz',
  'co.nz',
  'cri.nz',
  'geek.nz',
  'gen.nz',
  'health.nz',
  'iwi.nz',
  'kiwi.nz',
  'maori.nz',
  'mil.nz',
  'net.nz',
  'org.nz',
  'school.nz',
  'govt.nz',
  'parliament.nz',
] as const;

export type Suffix = (typeof suffixes)[number];

/** `māori` in the ASCII form. */
export const encodedMaori = 'xn--mori-qsa';

const suffixByText = new Map<string, Suffix>([
  ...suffixes.map((suffix) => [suffix, suffix] as const),
  ['māori.nz', 'maori.nz'],
  [`${encodedMaori}.nz`, 'maori.nz'],
]);

const secondLevelLabels = new Set<string>([
  ...suffixes.slice(1).map((suffix) => suffix.slice(0, -'.nz'.length)),
  encodedMaori,
]);

/** The suffix that a folded text means; `māori.nz`, in either form, is answered below `maori.nz` (R7). */
export function getSuffix(text: string): Suffix | undefined {
  return suffixByText.get(text);
}

/** Whether a label (ASCII form) directly below `.nz` is a suffix, and so not a name (R3, R7). */
export function isSecondLevelLabel(label: string): boolean {
  return secondLevelLabels.has(label);
}
