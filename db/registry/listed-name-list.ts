import type { Connection } from '#db/client.ts';
import type { Page } from '#db/page.ts';
import type { ListedRow } from '#lib/registry/import/listed-row.ts';
import { foldName } from '#lib/registry/names/label.ts';
import { parseName } from '#lib/registry/names/name.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import { listedNames } from './listed-names.ts';

export interface ListedNameQuery {
  readonly status: ListedStatus | undefined;
  /** Part of a name in Unicode, or of a reason; empty for all. */
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

export type NameOnList = ListedRow & {
  /** The name in Unicode. */
  readonly shown: string;
};

/** All names that match, by name, read in batches. */
export function* matchingListedNames(
  connection: Connection,
  { status, search }: Pick<ListedNameQuery, 'status' | 'search'>,
): Generator<NameOnList> {
  const part = foldName(search);
  for (const row of listedNames(connection)) {
    if (status !== undefined && row.status !== status) continue;
    const shown = shownOf(row);
    if (part === '' || shown.includes(part) || foldName(row.reason).includes(part)) yield { ...row, shown };
  }
}

/** A page of the names that cannot be registered, by name. */
export function pageOfListedNames(connection: Connection, wanted: ListedNameQuery): Page<NameOnList> {
  const first = (wanted.page - 1) * wanted.pageSize;
  const rows: NameOnList[] = [];
  let total = 0;
  for (const row of matchingListedNames(connection, wanted)) {
    if (total >= first && rows.length < wanted.pageSize) rows.push(row);
    total++;
  }
  return { rows, total };
}

function shownOf({ name }: ListedRow): string {
  return name.startsWith('xn--') ? (parseName(name).original ?? name) : name;
}
