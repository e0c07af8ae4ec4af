import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { ColumnChoice } from './column-choice.ts';
import { nameScore, plainName, speedName } from './column-names.ts';
import type { ColumnFacts } from './column-survey.ts';
import type { ProposalFacts } from './proposal.ts';
import { shortNames } from './short-names.ts';
import { availabilityMeant, technologyMeant, wholesaleMeant } from './value-words.ts';

/** A column that may hold a field: how strongly that seems so, and why. */
export interface Guess {
  readonly choice: ColumnChoice;
  readonly score: number;
  readonly reasons: readonly string[];
}

type Field = FieldName;

const speedFields = {
  down: { min: 'bandwidth_min_mbps', max: 'bandwidth_max_mbps' },
  up: { min: 'bandwidth_up_min_mbps', max: 'bandwidth_up_max_mbps' },
} as const satisfies Record<string, Record<string, Field>>;

/** Faster than any access network is sold; numbers beyond are kilobits. */
const surelyKilobits = 20_000;

/** The likeliest column of each field; no column is taken twice, but for two speeds that stand in one. */
export function guessColumns(facts: ProposalFacts): Map<Field, Guess> {
  const all = facts.columns
    .filter(({ filled }) => filled > 0)
    .flatMap((column) => guessesOf(column, facts).map(([field, guess]) => ({ field, guess })))
    .toSorted((a, b) => b.guess.score - a.guess.score);
  const chosen = new Map<Field, Guess>();
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

function guessesOf(column: ColumnFacts, facts: ProposalFacts): [Field, Guess][] {
  const byName = sameName(column) ?? shortName(column);
  if (byName !== undefined) return [byName];
  return [...speedGuesses(column), ...wordGuesses(column, facts)];
}

function sameName(column: ColumnFacts): [Field, Guess] | undefined {
  const field = [...shortNames.keys()].find((name) => plainName(name) === plainName(column.name));
  if (field === undefined) return undefined;
  return [field, { ...asIs(column), score: 100, reasons: [`the column is named as the field`] }];
}

function shortName(column: ColumnFacts): [Field, Guess] | undefined {
  const field = [...shortNames].find(([, short]) => short === column.name.toLowerCase())?.[0];
  if (field === undefined) return undefined;
  const reason = 'the name is the field’s, cut to a Shapefile’s ten letters and numbered in the fields’ order';
  return [field, { ...asIs(column), score: 90, reasons: [reason] }];
}

function speedGuesses(column: ColumnFacts): [Field, Guess][] {
  const said = speedName(column.name);
  const { filled, pairs, numbers } = column;
  if (pairs > filled / 2) {
    const reasons = [`its values are pairs such as ${example(column)}: down, then up`];
    const score = said === undefined ? 30 : 60;
    const unit = said?.unit;
    const choice = (part: 'first' | 'second') => ({ column: column.name, part, unit });
    const bound = said?.bound ?? 'max';
    return [
      [speedFields.down[bound], { choice: choice('first'), score, reasons }],
      [speedFields.up[bound], { choice: choice('second'), score, reasons }],
    ];
  }
  if (said === undefined || (numbers < filled / 2 && !/\d/.test(example(column)))) return [];
  const { direction = 'down', bound = 'max' } = said;
  const reasons = [`its name speaks of ${direction === 'down' ? 'download' : 'upload'}`];
  if (said.bound === undefined) reasons.push('it says neither lowest nor highest: taken as the highest');
  const unit = said.unit ?? ((column.most ?? 0) > surelyKilobits ? 'kbps' : undefined);
  if (unit !== undefined) {
    reasons.push(said.unit === undefined ? `its numbers go up to ${column.most}: kilobits` : `its name says ${unit}`);
  }
  const score = 50 + (said.direction === undefined ? 0 : 5) + (said.bound === undefined ? 0 : 5);
  return [[speedFields[direction][bound], { choice: { column: column.name, unit }, score, reasons }]];
}

function wordGuesses(column: ColumnFacts, facts: ProposalFacts): [Field, Guess][] {
  const contents = contentOf(column, facts);
  const fields = [
    'technology',
    'provider',
    'availability',
    'completion',
    'wholesale_network',
    'url',
    'timing_id',
  ] as const;
  return fields.flatMap((field): [Field, Guess][] => {
    const ofName = nameScore(column.name, field);
    const ofContent = contents.get(field);
    // a name that says so is not believed against what the column holds
    if (ofContent === 'speaks against it') return [];
    if (ofName === 0 && (ofContent === undefined || !ofContent.isTelling)) return [];
    const reasons = ofName === 0 ? [] : ['its name says so'];
    if (ofContent !== undefined) reasons.push(ofContent.reason);
    return [[field, { ...asIs(column), score: ofName * 2 + (ofContent === undefined ? 0 : 25), reasons }]];
  });
}

interface Content {
  readonly reason: string;
  /** Whether it tells the field without its name. */
  readonly isTelling: boolean;
}

/** What a column's values say for and against each field. */
function contentOf(column: ColumnFacts, facts: ProposalFacts): Map<Field, Content | 'speaks against it'> {
  const found = new Map<Field, Content | 'speaks against it'>();
  const texts = column.values.map(({ value }) => value);
  const all = (matches: (text: string) => boolean) => texts.length > 0 && texts.every(matches);
  const some = (matches: (text: string) => boolean) => texts.some(matches);
  const examples = texts
    .slice(0, 3)
    .map((text) => JSON.stringify(text))
    .join(', ');

  const isTechnology = (text: string) =>
    technologyMeant(text, facts.technologies) !== undefined || facts.technologies.includes(text);
  if (all(isTechnology))
    found.set('technology', { reason: `its values are technologies: ${examples}`, isTelling: true });
  else if (!some(isTechnology)) found.set('technology', 'speaks against it');

  if (all((text) => availabilityMeant(text) !== undefined)) {
    // Y and N alone may mean anything
    const isTelling = some((text) => text.length > 5);
    found.set('availability', { reason: `its values say whether it is there: ${examples}`, isTelling });
  } else if (!some((text) => availabilityMeant(text) !== undefined)) {
    found.set('availability', 'speaks against it');
  }
  if (all((text) => wholesaleMeant(text) !== undefined)) {
    found.set('wholesale_network', {
      reason: `its values are ${examples}`,
      isTelling: some((text) => /both|wholesale|retail/i.test(text)),
    });
  } else {
    found.set('wholesale_network', 'speaks against it');
  }
  if (some((text) => facts.isKnownProvider(text))) {
    found.set('provider', { reason: `it names providers that are known: ${examples}`, isTelling: true });
  } else if (column.numbers === column.filled) {
    found.set('provider', 'speaks against it');
  }
  if (all((text) => /^https?:\/\//i.test(text)))
    found.set('url', { reason: 'its values are addresses of the web', isTelling: true });
  else found.set('url', 'speaks against it');
  if (column.numbers < column.filled) found.set('timing_id', 'speaks against it');
  return found;
}

function asIs({ name }: ColumnFacts): { choice: ColumnChoice } {
  return { choice: { column: name } };
}

function example({ values }: ColumnFacts): string {
  return values.find(({ value }) => /\d/.test(value))?.value ?? values[0]?.value ?? '';
}
