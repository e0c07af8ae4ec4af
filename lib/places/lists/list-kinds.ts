import { type PlaceList, placeLists, type RankedPlace } from '#lib/places/place.ts';
import type { Reason } from '#lib/refusal.ts';
import { findColumn } from '#lib/row-files/columns.ts';
import { csvHeadOf } from '#lib/row-files/csv-head.ts';
import { addressColumns, parseAddressRow } from './address-row.ts';
import { aliasColumns, parseAliasRow } from './alias-row.ts';
import { gazetteerColumns, parseGazetteerRow } from './gazetteer-row.ts';
import { localityColumns, parseLocalityRow } from './locality-row.ts';

/** How the rows of a list are read. */
export interface ListKind {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** @param text the row's text by column; '' for those that the file does not have */
  parse(text: Readonly<Record<string, string>>, fault: (reason: Reason) => void): RankedPlace | undefined;
}

function kindOf<Column extends string>(
  columns: { readonly required: readonly Column[]; readonly optional: readonly Column[] },
  parse: (text: Readonly<Record<Column, string>>, fault: (reason: Reason) => void) => RankedPlace | undefined,
): ListKind {
  return { ...columns, parse: (text, fault) => parse(text as Readonly<Record<Column, string>>, fault) };
}

export const listKinds: Readonly<Record<PlaceList, ListKind>> = {
  gazetteer: kindOf(gazetteerColumns, parseGazetteerRow),
  aliases: kindOf(aliasColumns, parseAliasRow),
  localities: kindOf(localityColumns, parseLocalityRow),
  addresses: kindOf(addressColumns, parseAddressRow),
};

/** Which list a CSV file contains, by its column names; undefined for another file. @param head its first lines */
export function recogniseList(head: string): PlaceList | undefined {
  return listWithColumns(csvHeadOf(head).names);
}

/** Which list has columns of these names; undefined for other columns. */
export function listWithColumns(names: readonly string[]): PlaceList | undefined {
  return placeLists.find((list) => listKinds[list].required.every((name) => findColumn(names, name) !== -1));
}
