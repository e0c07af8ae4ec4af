import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { type AuditFilter, auditEntries, mostFound, pageOfAudit } from './list.ts';
import { recordChange } from './record-change.ts';

const anything: AuditFilter = { who: undefined, action: undefined, search: '', from: undefined, until: undefined };
const firstPage = { sort: 'when', descending: true, page: 1, pageSize: 50 } as const;

// few different characters, so that texts often meet; each of them means something to LIKE, to the index or to JSON
const text = fc
  .array(fc.constantFrom('a', 'B', 'ab', '"', '%', '_', '\\', '-', '*', ' ', 'ā', 'Ā', '🌿', '\n', '.nz'), {
    maxLength: 7,
  })
  .map((parts) => parts.join(''));
const change = fc.record({
  who: fc.constantFrom('ana', 'ben'),
  subject: text,
  before: fc.option(text),
  after: fc.option(text),
});

function record(
  { db }: Connection,
  { who, ...values }: { who: string; subject: string; before: unknown; after: unknown },
  at: number,
) {
  recordChange(db, { actor: { who, address: null }, action: 'key.change', ...values }, at);
}

/** What contains the text, A–Z as a–z, by comparing every row. */
function expected({ sqlite }: Connection, search: string, who: string | undefined): unknown[] {
  const lower = (value: unknown) => String(value ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const rows = sqlite.prepare<[], Record<string, unknown>>('SELECT * FROM audit_entry ORDER BY id DESC').all();
  return rows
    .filter((row) => who === undefined || row.who === who)
    .filter(({ subject, before, after }) =>
      [subject, before, after].some((value) => lower(value).includes(lower(search))),
    )
    .map(({ id }) => id);
}

test('a search of the log finds every row that contains the text and no other, whatever its length', async () => {
  await fc.assert(
    fc.property(
      fc.array(change, { maxLength: 30 }),
      fc.array(text, { minLength: 1, maxLength: 10 }),
      (changes, searches) => {
        const { reader, writer } = freshDatabase();
        changes.forEach((one, at) => {
          record(writer, one, at + 1);
        });
        for (const search of ['a', 'é', ...searches]) {
          for (const who of [undefined, 'ana']) {
            const found = expected(reader, search, who);
            const page = pageOfAudit(reader, { ...anything, search, who, ...firstPage });
            expect([page.rows.map(({ id }) => id), page.total, page.isCut]).toEqual([found, found.length, false]);
            const all = [...auditEntries(reader, { ...anything, search, who }, 3)];
            expect(all.map(({ id }) => id)).toEqual(found);
          }
        }
        // compares the index with the rows
        writer.sqlite.exec("INSERT INTO audit_text (audit_text, rank) VALUES ('integrity-check', 1)");
      },
    ),
    { numRuns: tries(12, 300) },
  );
});

test('a search lists the newest 10,000 rows and says that there are more; its file has all of them', () => {
  const { reader, writer } = freshDatabase();
  const rows = mostFound + 5;
  writer.sqlite.transaction(() => {
    for (let at = 1; at <= rows; at++)
      record(writer, { who: at === 3 ? 'ana' : 'ben', subject: `network ${at}`, before: null, after: null }, at);
  })();
  const wanted = { ...anything, search: 'network', ...firstPage };
  expect(pageOfAudit(reader, wanted)).toMatchObject({ total: mostFound, isCut: true, rows: { 0: { id: rows } } });
  expect(pageOfAudit(reader, { ...wanted, descending: false }).rows[0]).toMatchObject({ id: 6 });
  expect(pageOfAudit(reader, { ...wanted, page: 201 })).toMatchObject({ total: mostFound, rows: [] });
  expect(pageOfAudit(reader, { ...wanted, who: 'ana' })).toMatchObject({ total: 1, isCut: false, rows: [{ id: 3 }] });
  expect([...auditEntries(reader, { ...anything, search: 'network' })]).toHaveLength(rows);
});

test('a search of one or two characters is in the index, unless most rows contain them', () => {
  const { reader, writer } = freshDatabase();
  record(writer, { who: 'ana', subject: 'xy', before: null, after: '#' }, 1);
  for (let at = 0; at < 400; at++)
    record(writer, { who: 'ana', subject: `e${String.fromCodePoint(0x4e00 + at)}`, before: null, after: null }, at + 2);
  const totals = ['xy', 'y', '#', 'Y', 'e', '丁', 'yx', '?'].map(
    (search) => pageOfAudit(reader, { ...anything, search, ...firstPage }).total,
  );
  expect(totals).toEqual([1, 1, 1, 1, 400, 1, 0, 0]);
});

test('a text that no value can have is in no row', () => {
  const { reader, writer } = freshDatabase();
  record(writer, { who: 'ana', subject: 'network', before: null, after: null }, 1);
  const totals = ['a\0b', '\0', '\ud800', 'net\ud800', 'network'.repeat(300)].map(
    (search) => pageOfAudit(reader, { ...anything, search, ...firstPage }).total,
  );
  expect(totals).toEqual([0, 0, 0, 0, 0]);
});
