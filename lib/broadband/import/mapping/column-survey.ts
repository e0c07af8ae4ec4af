import { nested, type PropertyValue, type SourceFeature } from '#lib/broadband/import/source-feature.ts';

const [columnsKept, valuesKept, longestValue] = [200, 40, 100];

/** What a column of a file contains. */
export interface ColumnFacts {
  readonly name: string;
  /** In how many features it is blank or absent, and in how many it has a value. */
  readonly blank: number;
  readonly filled: number;
  /** Its first forty different values as text, and how many features have each. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Whether there are more values. */
  readonly hasMore: boolean;
  /** How many values are numbers, and their range. */
  readonly numbers: number;
  readonly least: number | null;
  readonly most: number | null;
  /** How many values are two speeds, such as `900/500`. */
  readonly pairs: number;
}

interface Gathered {
  filled: number;
  readonly values: Map<string, number>;
  hasMore: boolean;
  numbers: number;
  least: number;
  most: number;
  pairs: number;
}

/** Surveys the columns of a file while its features are read, in memory that does not grow with the file. */
export class ColumnSurvey {
  readonly #columns = new Map<string, Gathered>();
  #features = 0;

  add({ properties }: Pick<SourceFeature, 'properties'>): void {
    this.#features++;
    for (const [name, value] of properties) {
      const column = this.#columns.get(name) ?? this.#begin(name);
      if (column !== undefined) gather(column, value);
    }
  }

  /** Whether any feature has a column of that name, among the first two hundred columns. */
  has(name: string): boolean {
    return this.#columns.has(name);
  }

  get names(): string[] {
    return [...this.#columns.keys()];
  }

  /** The columns in the order in which they first appeared. */
  facts(): ColumnFacts[] {
    return [...this.#columns].map(([name, { filled, values, hasMore, numbers, least, most, pairs }]) => ({
      name,
      filled,
      blank: this.#features - filled,
      hasMore,
      numbers,
      pairs,
      values: [...values].map(([value, count]) => ({ value, count })),
      least: numbers === 0 ? null : least,
      most: numbers === 0 ? null : most,
    }));
  }

  #begin(name: string): Gathered | undefined {
    if (this.#columns.size === columnsKept) return undefined;
    const column: Gathered = {
      filled: 0,
      values: new Map<string, number>(),
      hasMore: false,
      numbers: 0,
      pairs: 0,
      least: Number.POSITIVE_INFINITY,
      most: Number.NEGATIVE_INFINITY,
    };
    this.#columns.set(name, column);
    return column;
  }
}

function gather(column: Gathered, value: PropertyValue): void {
  const text = value === nested ? (nested.description ?? '') : String(value ?? '').trim();
  if (text === '') return;
  column.filled++;
  const number = typeof value === 'number' ? value : /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
  if (number !== undefined) {
    column.numbers++;
    if (number < column.least) column.least = number;
    if (number > column.most) column.most = number;
  } else if (/^\d[\d.]*\s*[/|]\s*\d[\d.]*\s*[a-z]*(\/s)?$/i.test(text)) {
    column.pairs++;
  }
  const known = column.values.get(text);
  if (known !== undefined) column.values.set(text, known + 1);
  else if (column.values.size < valuesKept && text.length <= longestValue) column.values.set(text, 1);
  else column.hasMore = true;
}
