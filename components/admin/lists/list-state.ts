/** Which part of a list is shown, as the page's address says it: page from 1, order, and filters by name. */
export interface ListState {
  readonly path: string;
  readonly page: number;
  readonly sort: string;
  readonly isDescending: boolean;
  readonly filters: Readonly<Record<string, string>>;
}

/** How many rows a page of a list has. */
export const rowsPerPage = 50;

/** What `searchParams` of a page holds. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a list may be ordered and filtered by. `sortable` begins with the order that holds when none is asked for. */
interface ListKind {
  readonly path: string;
  readonly sortable: readonly [string, ...string[]];
  readonly filters?: readonly string[];
  readonly startsDescending?: boolean;
}

/** Reads the state of a list from the page's address; what makes no sense there counts as not said. */
export function parseListState(params: SearchParams, kind: ListKind): ListState {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === 'string' ? value.trim().slice(0, 200) : '';
  };
  const asked = text('sort');
  const name = asked.startsWith('-') ? asked.slice(1) : asked;
  const isKnown = kind.sortable.includes(name);
  return {
    path: kind.path,
    page: /^[1-9]\d{0,6}$/.test(text('page')) ? Number(text('page')) : 1,
    sort: isKnown ? name : kind.sortable[0],
    isDescending: isKnown ? asked.startsWith('-') : kind.startsDescending === true,
    filters: Object.fromEntries((kind.filters ?? []).map((filter) => [filter, text(filter)])),
  };
}

/** The address of the same list with something changed; a change of order or filter goes back to the first page. */
export function listHref(state: ListState, changes: Partial<Omit<ListState, 'path'>>): string {
  const next = { ...state, page: 1, ...changes };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(next.filters)) if (value !== '') query.set(name, value);
  query.set('sort', `${next.isDescending ? '-' : ''}${next.sort}`);
  if (next.page > 1) query.set('page', String(next.page));
  return `${next.path}?${query}`;
}
