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

/** A page of the names that cannot be registered, by name. */
export function pageOfListedNames(connection: Connection, wanted: ListedNameQuery): Page<NameOnList> {
  const first = (wanted.page - 1) * wanted.pageSize;
  const search = foldName(wanted.search);
  const rows: NameOnList[] = [];
  let total = 0;
  for (const row of listedNames(connection)) {
    if (wanted.status !== undefined && row.status !== wanted.status) continue;
    const shown = search === '' ? undefined : shownOf(row);
    if (shown !== undefined && !shown.includes(search) && !foldName(row.reason).includes(search)) continue;
    if (total >= first && rows.length < wanted.pageSize) rows.push({ ...row, shown: shown ?? shownOf(row) });
    total++;
  }
  return { rows, total };
}

function shownOf({ name }: ListedRow): string {
  return name.startsWith('xn--') ? (parseName(name).original ?? name) : name;
}
