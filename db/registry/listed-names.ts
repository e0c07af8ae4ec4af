import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { asc, eq, gt } from '#db/drizzle.ts';
import { listedName } from '#db/registry/schema.ts';
import { FaultList } from '#lib/refusal.ts';
import { type ListedRow, listedColumns, parseListedRow } from '#lib/registry/import/listed-row.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';

export interface ListedReport {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
}

/**
 * Merges a file of names that cannot be registered (CSV, plain or gzip) into the list; names it lacks stay, and so
 * does the reason of a name for which it gives none.
 *
 * @param source what the file is called, for messages
 * @param by who imports it, for the audit log; without one it is not recorded
 * @throws Refusal naming the first 20 places when the file has faults; the list is then what it was
 */
export async function importListedNames(
  { db, sqlite }: Connection,
  bytes: AsyncIterable<Uint8Array>,
  source: string,
  by?: Authorship,
): Promise<ListedReport> {
  const rows = await readListedNames(bytes, source);
  const former = sqlite.prepare<[string], ListedRow>('SELECT name, status, reason FROM listed_name WHERE name = ?');
  const put = sqlite.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO listed_name (name, status, reason) VALUES (?, ?, ?)',
  );
  const merge = sqlite.transaction((): ListedReport => {
    const report = { new: 0, changed: 0, unchanged: 0 };
    for (const { name, status, reason: given } of rows) {
      const stands = former.get(name);
      const reason = given === '' ? (stands?.reason ?? '') : given;
      if (stands?.status === status && stands.reason === reason) report.unchanged++;
      else {
        report[stands === undefined ? 'new' : 'changed']++;
        put.run(name, status, reason);
      }
    }
    if (by !== undefined) {
      const { actor, nowMs } = by;
      recordChange(db, { actor, action: 'register.reserve', subject: source, before: null, after: report }, nowMs);
    }
    return report;
  });
  return merge.immediate();
}

async function readListedNames(bytes: AsyncIterable<Uint8Array>, source: string): Promise<Iterable<ListedRow>> {
  const faults = new FaultList();
  const rows = new Map<string, ListedRow>();
  const lines = new Map<string, number>();
  for await (const { line, values } of csvRecords(bytes, listedColumns, faults)) {
    const where = `line ${line}`;
    const row = parseListedRow(values, (message) => faults.add(where, message));
    if (row === undefined) continue;
    const firstLine = lines.get(row.name);
    if (firstLine !== undefined) faults.add(where, `domain "${row.name}" stands on line ${firstLine} already`);
    lines.set(row.name, line);
    rows.set(row.name, row);
  }
  faults.refuseIfAny(`${source} was not imported and nothing was changed. What is wrong in it:`);
  return rows.values();
}

/** What the list says of a name in ASCII form; undefined when it is not on it. */
export function getListedName({ db }: Pick<Connection, 'db'>, name: string): ListedRow | undefined {
  return db.select().from(listedName).where(eq(listedName.name, name)).get();
}

/** The list by name, a page at a time. */
export function* listedNames({ db }: Connection, pageRows = 1000): Generator<ListedRow> {
  let after = '';
  for (;;) {
    const page = db
      .select()
      .from(listedName)
      .where(gt(listedName.name, after))
      .orderBy(asc(listedName.name))
      .limit(pageRows)
      .all();
    yield* page;
    if (page.length < pageRows) return;
    after = page.at(-1)?.name ?? after;
  }
}
