import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { type FieldName, fieldNames, isSpeedField, isValuedField } from '#lib/broadband/import/offers/offer-fields.ts';
import type { GuessReason } from '#lib/words/coverage/notes.ts';
import type { ColumnChoice } from './column-choice.ts';
import { nameScore, plainName, shortNames, speedName } from './column-names.ts';
import type { ColumnFacts } from './column-survey.ts';
import { availabilityMeant, technologyMeant, wholesaleMeant } from './value-words.ts';

/** Names that are known while a file is read. */
export interface KnownNames {
  /** Names of the technologies in use. */
  readonly technologies: readonly string[];
  /** Whether a provider of that name, or alias, is known. */
  isKnownProvider(name: string): boolean;
}

/** A column that may be a field: how likely that is, and why. */
export interface Guess {
  readonly choice: ColumnChoice;
  readonly score: number;
  readonly reasons: readonly GuessReason[];
}

const speedFields = {
  down: { min: 'bandwidth_min_mbps', max: 'bandwidth_max_mbps' },
  up: { min: 'bandwidth_up_min_mbps', max: 'bandwidth_up_max_mbps' },
} as const satisfies Record<string, Record<string, FieldName>>;

/** Fields that are guessed by words in a column's name and by its values. */
const wordFields = [
  'technology',
  'provider',
  'availability',
  'completion',
  'wholesale_network',
  'url',
  'timing_id',
] as const;
type WordField = (typeof wordFields)[number];

/** Faster than any access network: higher numbers are kilobits. */
const surelyKilobits = 20_000;

/** The most likely column of each field. No column is used twice, except for two speeds that share one. */
export function guessColumns(columns: readonly ColumnFacts[], known: KnownNames): Map<FieldName, Guess> {
  const all = columns
    .filter(({ filled }) => filled > 0)
    .flatMap((column) => guessesOf(column, known).map(([field, guess]) => ({ field, guess })))
    .toSorted((a, b) => b.guess.score - a.guess.score);
  const chosen = new Map<FieldName, Guess>();
  const taken = new Map<string, Guess>();
  for (const { field, guess } of all) {
    const earlier = taken.get(guess.choice.column);
    const isOtherPart = earlier?.choice.part !== undefined && guess.choice.part !== undefined;
    if (chosen.has(field) || (earlier !== undefined && !isOtherPart)) continue;
    chosen.set(field, guess);
    taken.set(guess.choice.column, guess);
  }
  return chosen;
}

function guessesOf(column: ColumnFacts, known: KnownNames): [FieldName, Guess][] {
  const ofName = guessOfName(column);
  return ofName === undefined ? [...speedGuesses(column), ...wordGuesses(column, known)] : [ofName];
}

/** A column named like a field, or with the short name of one. */
function guessOfName({ name: column }: ColumnFacts): [FieldName, Guess] | undefined {
  const same = fieldNames.find((name) => plainName(name) === plainName(column));
  if (same !== undefined) return [same, { choice: { column }, score: 100, reasons: [{ code: 'same-name' }] }];
  const short = fieldNames.find((name) => shortNames.get(name) === column.toLowerCase());
  return short && [short, { choice: { column }, score: 90, reasons: [{ code: 'short-name' }] }];
}

function speedGuesses(column: ColumnFacts): [FieldName, Guess][] {
  const { name, filled, pairs, numbers, most } = column;
  const ofName = speedName(name);
  if (pairs > filled / 2) {
    const score = ofName === undefined ? 30 : 60;
    const bound = ofName?.bound ?? 'max';
    const guess = (part: 'first' | 'second'): Guess => ({
      choice: { column: name, part, unit: ofName?.unit },
      score,
      reasons: [{ code: 'speed-pairs', example: exampleOf(column) }],
    });
    return [
      [speedFields.down[bound], guess('first')],
      [speedFields.up[bound], guess('second')],
    ];
  }
  if (ofName === undefined || (numbers < filled / 2 && !/\d/.test(exampleOf(column)))) return [];
  const { direction = 'down', bound = 'max' } = ofName;
  const reasons: GuessReason[] = [{ code: 'name-of-direction', direction }];
  if (ofName.bound === undefined) reasons.push({ code: 'taken-as-highest' });
  const unit = ofName.unit ?? ((most ?? 0) > surelyKilobits ? 'kbps' : undefined);
  if (ofName.unit !== undefined) reasons.push({ code: 'name-of-unit', unit: ofName.unit });
  else if (unit !== undefined) reasons.push({ code: 'numbers-of-kilobits', most: most ?? 0 });
  const score = 50 + (ofName.direction === undefined ? 0 : 5) + (ofName.bound === undefined ? 0 : 5);
  return [[speedFields[direction][bound], { choice: { column: name, unit }, score, reasons }]];
}

function wordGuesses(column: ColumnFacts, known: KnownNames): [FieldName, Guess][] {
  return wordFields.flatMap((field): [FieldName, Guess][] => {
    const score = nameScore(column.name, field);
    const evidence = evidenceFor(field, column, known);
    // a name counts for nothing if the values contradict it
    if (evidence === 'against') return [];
    if (score === 0 && (evidence === undefined || !evidence.isSufficient)) return [];
    const reasons: GuessReason[] = score === 0 ? [] : [{ code: 'name-says-so' }];
    if (evidence !== undefined) reasons.push(evidence.reason);
    const ofValues = evidence === undefined ? 0 : 25;
    return [[field, { choice: { column: column.name }, score: score * 2 + ofValues, reasons }]];
  });
}

interface Evidence {
  readonly reason: GuessReason;
  /** Whether it is enough without the name of the column. */
  readonly isSufficient: boolean;
}

/** What the values of a column say for or against a field; undefined if they say nothing. */
function evidenceFor(field: WordField, column: ColumnFacts, known: KnownNames): Evidence | 'against' | undefined {
  const texts = column.values.map(({ value }) => value);
  const all = (matches: (text: string) => boolean) => texts.length > 0 && texts.every(matches);
  const examples = texts.slice(0, 3);
  switch (field) {
    case 'technology': {
      const isTechnology = (text: string) =>
        technologyMeant(text, known.technologies) !== undefined || known.technologies.includes(text);
      if (all(isTechnology)) return { reason: { code: 'values-of-technologies', examples }, isSufficient: true };
      return texts.some(isTechnology) ? undefined : 'against';
    }
    case 'availability': {
      const isAvailability = (text: string) => availabilityMeant(text) !== undefined;
      // Y and N alone may mean anything
      const isSufficient = texts.some((text) => text.length > 5);
      if (all(isAvailability)) return { reason: { code: 'values-of-availability', examples }, isSufficient };
      return texts.some(isAvailability) ? undefined : 'against';
    }
    case 'wholesale_network': {
      const isSufficient = texts.some((text) => /both|wholesale|retail/i.test(text));
      const isWholesale = all((text) => wholesaleMeant(text) !== undefined);
      return isWholesale ? { reason: { code: 'values-are', examples }, isSufficient } : 'against';
    }
    case 'provider':
      if (texts.some((text) => known.isKnownProvider(text)))
        return { reason: { code: 'values-of-providers', examples }, isSufficient: true };
      return column.numbers === column.filled ? 'against' : undefined;
    case 'url':
      return all((text) => /^https?:\/\//i.test(text))
        ? { reason: { code: 'values-of-web-addresses' }, isSufficient: true }
        : 'against';
    case 'timing_id':
      return column.numbers < column.filled ? 'against' : undefined;
    case 'completion':
      return undefined;
  }
}

function exampleOf({ values }: ColumnFacts): string {
  return values.find(({ value }) => /\d/.test(value))?.value ?? values[0]?.value ?? '';
}

/**
 * The columns of a file that a field can be read from: for a speed those with numbers or speeds, for a completion those with
 * dates or words, and so on. A column that is always blank fits no field.
 */
export function fittingColumns(field: FieldName, columns: readonly ColumnFacts[]): ColumnFacts[] {
  return columns.filter((column) => column.filled > 0 && isFitting(field, column));
}

function isFitting(field: FieldName, column: ColumnFacts): boolean {
  const { name, filled, numbers, pairs, hasMore } = column;
  if (name === field) return true;
  if (isSpeedField(field)) return numbers > 0 || pairs > 0 || hasValue(column, (text) => parseSpeed(text).ok);
  // each of their values is given a meaning
  if (isValuedField(field)) return !hasMore && !isOfDaysOrLinks(column);
  switch (field) {
    case 'url':
      return hasValue(column, isWebAddress);
    case 'timing_id':
      return numbers === filled;
    case 'completion':
      return hasValue(column, isTimeLike);
    default:
      // a provider is a name: no number, day, link or state
      return (
        numbers < filled &&
        !isOfDaysOrLinks(column) &&
        !hasValue(column, (text) => isWebAddress(text) || availabilityMeant(text) !== undefined)
      );
  }
}

/** Whether a column has only days, or only web addresses. */
function isOfDaysOrLinks({ values }: ColumnFacts): boolean {
  return [isDay, isWebAddress].some((isOne) => values.every(({ value }) => isOne(value)));
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text);

const hasValue = ({ values }: ColumnFacts, isLike: (text: string) => boolean) =>
  values.some(({ value }) => isLike(value));

const year = /(^|\D)(19|20)\d\d(\D|$)/;
const dayOfYear = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const isDay = (text: string) => dayOfYear.test(text) || /^(19|20)\d\d-\d\d-\d\d/.test(text);
const partOfYear =
  /\b(q[1-4]|h[12]|quarter|half|jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|tb[ac]|unknown|soon|later)\b/i;

/** Whether a text says when: a date, a year, a month, a quarter, or that it is not known yet; also 20271231. */
function isTimeLike(text: string): boolean {
  return (
    year.test(text) || dayOfYear.test(text) || partOfYear.test(text) || /^(19|20)\d\d(0\d|1[0-2])([0-3]\d)?$/.test(text)
  );
}
