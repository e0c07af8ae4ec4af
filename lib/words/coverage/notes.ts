import type { SpeedField } from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { listedQuoted } from '#lib/words/registry/listed.ts';
import type { ReasonsOf } from '#lib/words/word-table.ts';
import { mbpsWords, type ProviderTechnology, speedWords } from './speeds.ts';

interface UsedSpeeds extends ProviderTechnology {
  readonly speeds: readonly { readonly field: SpeedField; readonly mbps: number; readonly features: number }[];
}

const readingNoteWords = {
  /** A sentence as it was recorded before notes had codes. */
  worded: ({ sentence }: { sentence: string }) => sentence,
  'areas-in-column': ({ column, form }: { column: string; form: 'WKT' | 'WKB' | 'GeoJSON' }) =>
    `Areas were read from the column ${JSON.stringify(column)} (${form === 'WKB' ? 'well-known binary in hexadecimal' : form}).`,
  'texts-cut': ({ columns, texts }: { columns: readonly string[]; texts: number }) =>
    `${counted(texts, 'text')} in ${listedQuoted(columns)} ${texts === 1 ? 'ends' : 'end'} in half a letter, which was left out: the field of the Shapefile was too short. Check these texts.`,
  'circles-in-columns': (facts: { first: string; second: string; radius: string; unit: 'metres' | 'kilometres' }) =>
    `Areas are circles around the points in ${JSON.stringify(facts.first)} and ${JSON.stringify(facts.second)}, with the radius in ${JSON.stringify(facts.radius)} (${facts.unit}). Terrain is not considered.`,
  'decimal-commas': ({ columns }: { columns: readonly string[] }) =>
    `Numbers with a decimal comma were read in ${listedQuoted(columns)}, such as 174,5 for 174.5.`,
  'text-encoding': ({ encoding, by }: { encoding: string; by: 'choice' | 'cpg' | 'content' | 'default' }) =>
    `Text was read as ${encoding}${encodingSources[by]}`,
  'kml-links-left-out': ({ links, examples }: { links: number; examples: readonly string[] }) =>
    `Coverage may be missing: the file links to data elsewhere (${counted(links, 'NetworkLink')}), which is never fetched and was left out: ${listedQuoted(examples)}. Save that data itself as KML or KMZ.`,
  'remembered-choices': ({ provider, usedAt }: { provider: string; usedAt: number }) =>
    `What was not chosen was taken from the last file of ${provider} with these columns (${dayWords(dayOf(usedAt))}).`,
  'default-speeds': ({ provider, technology, speeds }: UsedSpeeds) => {
    const used = speeds.map(
      ({ field, mbps, features }) => `${speedWords[field]} ${mbpsWords(mbps)} (${counted(features, 'feature')})`,
    );
    return `The default speeds of ${provider} for ${technology} were used: ${used.join(', ')}.`;
  },
} as const;

const encodingSources = {
  choice: ', which was chosen.',
  cpg: ', according to the .cpg file.',
  content: ', which it is; no .cpg file says so.',
  default: '; no .cpg file says what it is. Check accents and macrons.',
};

/** What was found or assumed about a file as a whole. */
export type ReadingNote = ReasonsOf<typeof readingNoteWords>;

const guessReasonWords = {
  worded: ({ sentence }: { sentence: string }) => sentence,
  'same-name': () => 'the column is named like the field',
  'short-name': () =>
    'the name is that of the field, cut to the ten letters of a Shapefile and numbered in the order of the fields',
  'speed-pairs': ({ example }: { example: string }) => `its values are pairs such as ${example}: down, then up`,
  'name-of-direction': ({ direction }: { direction: 'down' | 'up' }) => `its name is about ${direction}loads`,
  'taken-as-highest': () => 'its name says neither lowest nor highest, so it is taken as the highest',
  'numbers-of-kilobits': ({ most }: { most: number }) => `its numbers go up to ${most}, so they are kilobits`,
  'name-of-unit': ({ unit }: { unit: string }) => `its name says ${unit}`,
  'name-says-so': () => 'its name says so',
  'values-of-technologies': ({ examples }: { examples: readonly string[] }) =>
    `its values are technologies: ${quoted(examples)}`,
  'values-of-availability': ({ examples }: { examples: readonly string[] }) =>
    `its values say whether there is coverage: ${quoted(examples)}`,
  'values-are': ({ examples }: { examples: readonly string[] }) => `its values are ${quoted(examples)}`,
  'values-of-providers': ({ examples }: { examples: readonly string[] }) =>
    `it names known providers: ${quoted(examples)}`,
  'values-of-web-addresses': () => 'its values are web addresses',
} as const;

/** Why a column seems to be a field. */
export type GuessReason = ReasonsOf<typeof guessReasonWords>;

/** Whether a note is about coverage that was left out. */
export function isLeftOut({ code }: ReadingNote): boolean {
  return code === 'kml-links-left-out';
}

/** A note as a sentence. */
export const noteWords = (note: ReadingNote): string => say(readingNoteWords, note);

/** A reason of a guess, without capital and full stop, to be joined with others. */
export const guessWords = (reason: GuessReason): string => say(guessReasonWords, reason);

function say(table: object, facts: { readonly code: string }): string {
  const words = (table as Readonly<Record<string, ((given: object) => string) | undefined>>)[facts.code];
  // a newer version may have recorded a code that this one does not know
  return words?.(facts) ?? facts.code;
}

function quoted(examples: readonly string[]): string {
  return examples.map((text) => JSON.stringify(text)).join(', ');
}
