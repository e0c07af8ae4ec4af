import type { Reason } from '#lib/refusal.ts';
import * as requests from './access/requests/schema.ts';
import * as access from './access/schema.ts';
import * as backup from './backup/schema.ts';
import * as baseMap from './base-map/schema.ts';
import * as broadband from './broadband/schema.ts';
import type { Connection } from './client.ts';
import { getTableConfig, is, SQLiteTable } from './drizzle.ts';
import * as jobs from './jobs/schema.ts';
import * as outbox from './outbox/schema.ts';
import * as places from './places/schema.ts';
import * as registry from './registry/schema.ts';
import * as reports from './reports/schema.ts';
import * as general from './schema.ts';
import * as staff from './staff/schema.ts';
import { readerOf } from './stored-json.ts';

const schemas = [general, access, requests, backup, baseMap, broadband, jobs, outbox, places, registry, reports, staff];
const tables = schemas.flatMap((schema) => Object.values(schema)).filter((value) => is(value, SQLiteTable));

/** The most rows of a table that are named. */
const mostNamed = 20;

/**
 * Reads every row of every table through its schema: JSON, the words that a column may have, and numbers, which SQLite's own
 * checks accept as any text. Contents that SQLite or a checksum of ours checks, such as areas, are not read again.
 */
export function checkRows({ sqlite }: Connection): Reason[] {
  const found: Reason[] = [];
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    const checked = columns.flatMap((column) => {
      const isSound = checkOf(name, column);
      return isSound === undefined ? [] : [{ column: column.name, isSound }];
    });
    if (checked.length === 0) continue;
    const statement = sqlite.prepare(`SELECT ${checked.map(({ column }) => `"${column}"`).join(', ')} FROM "${name}"`);
    let row = 0;
    let named = 0;
    for (const values of statement.raw().iterate() as IterableIterator<unknown[]>) {
      row++;
      const at = values.findIndex((value, place) => value !== null && checked[place]?.isSound(value) === false);
      if (at === -1 || named++ >= mostNamed) continue;
      found.push({ code: 'row-damaged', table: name, column: checked[at]?.column ?? '', row });
    }
  }
  return found;
}

type Column = ReturnType<typeof getTableConfig>['columns'][number];

/** How to tell whether a value is sound; undefined where SQLite's own checks are enough. */
function checkOf(table: string, { name, enumValues, dataType }: Column): ((value: unknown) => boolean) | undefined {
  const isReadable = readerOf(`${table}.${name}`);
  if (isReadable !== undefined) return (value) => typeof value === 'string' && isReadable(value);
  if (enumValues !== undefined && enumValues.length > 0) return (value) => enumValues.includes(String(value));
  if (dataType === 'number' || dataType === 'boolean') return (value) => typeof value === 'number';
  return undefined;
}
