import type { Reason } from '#lib/refusal.ts';
import { parseTypedDay } from '#lib/time/typed-time.ts';

/** Which part of a list is shown, as the page's address gives it: page from 1, order, and filters by name. */
export interface ListState {
  readonly path: string;
  readonly page: number;
  /** The columns it can be sorted by; empty for a list in one fixed order. */
  readonly sorts: readonly string[];
  readonly sort: string;
  readonly isDescending: boolean;
  readonly filters: Readonly<Record<string, string>>;
  /** The keys of the columns that are shown; empty for all. */
  readonly columns: readonly string[];
}

/** How many rows a page of a list has. */
export const rowsPerPage = 50;

/** The `searchParams` of a page. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The props of a page that is a list. */
export interface ListPageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** A filter of a list: a text; a day; or one of some choices, each with its label by its value in the address. */
export interface ListFilterField {
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'date';
  readonly choices?: Readonly<Record<string, string>>;
  /** What is wrong with a text that cannot be looked for. */
  readonly faultOf?: (text: string) => Reason | undefined;
}

export type FilterFields = Readonly<Record<string, ListFilterField>>;

/** Which list a page shows, and how it can be ordered and filtered. */
export interface ListDescription<Sort extends string, Filters extends FilterFields> {
  readonly path: string;
  /** What is listed, in the plural: `registrars`. */
  readonly what: string;
  /** The columns it can be sorted by; the first one applies when the address names none. */
  readonly sorts?: readonly Sort[];
  readonly startsDescending?: boolean;
  /** The filters by their names in the address. */
  readonly filters?: Filters;
}

type FilterValue<Field extends ListFilterField> = Field extends { readonly choices: infer Choices }
  ? (keyof Choices & string) | undefined
  : string;

/** What the database is asked for: a choice that was not made is undefined, a text that was not given is empty. */
export type ListQuery<Sort extends string, Filters extends FilterFields> = {
  readonly sort: Sort;
  readonly descending: boolean;
  readonly page: number;
  readonly pageSize: number;
} & { readonly [Name in keyof Filters]: FilterValue<Filters[Name]> };

/** A text of a filter that cannot be looked for: the list is shown as if it was not given. */
interface FilterFault {
  readonly text: string;
  readonly reason: Reason;
}

/** A list as its page shows it. */
export interface ListView {
  readonly what: string;
  readonly filters: FilterFields;
  readonly faults: Readonly<Record<string, FilterFault>>;
  readonly state: ListState;
}

/**
 * Reads from the page's address which part of a list is wanted. What makes no sense there is ignored; what a person may have
 * typed into a filter is among the faults then.
 */
export function readList<const Sort extends string, const Filters extends FilterFields>(
  params: SearchParams,
  { path, what, sorts = [], startsDescending = false, filters }: ListDescription<Sort, Filters>,
): ListView & { readonly query: ListQuery<Sort, Filters> } {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === 'string' ? value.trim().slice(0, 200) : '';
  };
  const fields: FilterFields = filters ?? {};
  const faults: Record<string, FilterFault> = {};
  const values = Object.entries(fields).map(([name, field]) => {
    const value = text(name);
    const reason = value === '' ? undefined : faultOfFilter(field, value);
    if (reason !== undefined) faults[name] = { text: value, reason };
    const isKnown = field.choices === undefined || Object.hasOwn(field.choices, value);
    return [name, isKnown && reason === undefined ? value : ''] as const;
  });
  const asked = text('sort');
  const known = sorts.find((sort) => sort === asked || `-${sort}` === asked);
  const state = {
    path,
    sorts,
    filters: Object.fromEntries(values),
    page: /^[1-9]\d{0,6}$/.test(text('page')) ? Number(text('page')) : 1,
    sort: known ?? sorts[0] ?? '',
    isDescending: known === undefined ? startsDescending : known !== asked,
    columns: columnsOf(params.columns),
  };
  const query = {
    sort: state.sort,
    descending: state.isDescending,
    page: state.page,
    pageSize: rowsPerPage,
    ...Object.fromEntries(
      values.map(([name, value]) => [name, fields[name]?.choices === undefined ? value : value || undefined]),
    ),
  };
  // each name has the value of its own field, which the type of Object.fromEntries forgets
  return { what, filters: fields, faults, state, query: query as unknown as ListQuery<Sort, Filters> };
}

function faultOfFilter({ type, faultOf }: ListFilterField, text: string): Reason | undefined {
  if (type === 'date' && parseTypedDay(text) === undefined) return { code: 'not-a-day' };
  return faultOf?.(text);
}

const mostColumns = 30;

function columnsOf(given: SearchParams[string]): readonly string[] {
  const keys = typeof given === 'string' ? [given] : (given ?? []);
  return [...new Set(keys)].filter((key) => /^[\w-]{1,40}$/.test(key)).slice(0, mostColumns);
}

/** The address of the same list with something changed; a change of order or filter goes back to the first page. */
export function listHref(state: ListState, changes: Partial<Omit<ListState, 'path'>>): string {
  const next = { ...state, page: 1, ...changes };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(next.filters)) if (value !== '') query.set(name, value);
  if (next.sort !== '') query.set('sort', sortText(next));
  for (const column of next.columns) query.append('columns', column);
  if (next.page > 1) query.set('page', String(next.page));
  return `${next.path}?${query}`;
}

/** The order as the address gives it: `-name` for descending. */
export function sortText({ sort, isDescending }: Pick<ListState, 'sort' | 'isDescending'>): string {
  return `${isDescending ? '-' : ''}${sort}`;
}

/** Choices that are shown as they are in the address. */
export function choicesOf<Value extends string>(values: readonly Value[]): Readonly<Record<Value, string>> {
  return Object.fromEntries(values.map((value) => [value, value])) as Readonly<Record<string, string>> as Record<
    Value,
    string
  >;
}

/** The number of a row in a path; 0, which no row has, for anything else. */
export function numberOf(segment: string): number {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : 0;
}
