import { Refusal } from '#lib/refusal.ts';

/** What people and programs call a column, without capitals and separators; the first name is preferred. */
export const usualNames = {
  latitude: ['latitude', 'lat', 'y', 'ycoord', 'pointy'],
  longitude: ['longitude', 'lon', 'long', 'lng', 'x', 'xcoord', 'pointx'],
  address: ['address', 'fulladdress', 'addresstext', 'streetaddress', 'postaladdress', 'fulladdressascii'],
  domain: ['domain', 'domainname', 'name', 'fqdn'],
  registered: ['registered', 'registereddate', 'registrationdate', 'created', 'createddate', 'creationdate'],
  cancel_date: ['canceldate', 'cancelled', 'cancelleddate', 'canceled', 'canceleddate', 'cancellationdate'],
  network: ['network', 'cidr', 'ip', 'ipaddress', 'address', 'prefix'],
  note: ['note', 'notes', 'comment', 'comments'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The name of a column without capitals and separators. */
export function foldColumn(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Which column of a table is meant by a name: the one with that name, whatever its capitals and separators, or else
 * the first with another usual name.
 *
 * @returns -1 without one
 */
export function findColumn(header: readonly string[], name: string): number {
  const exact = header.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  if (exact !== -1) return exact;
  const folded = header.map(foldColumn);
  const wanted = [foldColumn(name), ...((usualNames as Readonly<Record<string, readonly string[]>>)[name] ?? [])];
  const found = wanted.find((each) => folded.includes(each));
  return found === undefined ? -1 : folded.indexOf(found);
}

/**
 * Refuses a table with two columns of one name, of which only one could be read.
 *
 * @param file how messages name the table
 */
export function requireDistinctColumns(names: readonly string[], file: string): void {
  const column = getRepeatedColumn(names);
  if (column !== undefined) throw new Refusal({ code: 'column-repeated', file, column });
}

/** The first name that an earlier column has too. */
export function getRepeatedColumn(names: readonly string[]): string | undefined {
  return names.find((name, place) => names.indexOf(name) !== place);
}
