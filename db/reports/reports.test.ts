import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import { changeReport } from '#flows/reports/reports.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { addReport, forgetReportEmails, getReport, pageOfReports } from './reports.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'jo@watea.example', address: '127.0.0.1' }, nowMs: nowMs + 5 };
const keptMs = emailKeptDays * 86_400_000;
const visitorReport = {
  point: { x: -52_244_000, y: -412_866_000 },
  what: 'Fibre is here.',
  email: undefined,
  shown: 'ADSL.',
};
const answer = { answer: '{"results":[]}', versionId: 7 };
const wanted = { sort: 'came', descending: true, page: 1, pageSize: 2, search: '', state: undefined } as const;

test('a new report is open, and has its point, the answer and the version', () => {
  const { writer, reader } = freshDatabase();
  const id = addReport(writer.db, { ...visitorReport, email: 'kim@example.nz' }, answer, nowMs);
  expect(getReport(reader, id)).toEqual({
    id,
    createdAt: nowMs,
    y: -412_866_000,
    x: -52_244_000,
    what: 'Fibre is here.',
    email: 'kim@example.nz',
    shown: 'ADSL.',
    answer: '{"results":[]}',
    versionId: 7,
    state: 'open',
    note: '',
    handledBy: null,
    handledAt: null,
    linkHash: null,
  });
});

test('staff record what they found; the audit log contains nothing from the visitor', () => {
  const { writer, reader } = freshDatabase();
  const id = addReport(writer.db, { ...visitorReport, email: 'kim@example.nz' }, answer, nowMs);
  changeReport.within(writer.db, { id, state: 'done', note: 'asked the provider' }, by);
  changeReport.within(writer.db, { id, state: 'done', note: 'asked the provider' }, { ...by, nowMs: nowMs + 9 });
  expect(getReport(reader, id)).toMatchObject({
    state: 'done',
    note: 'asked the provider',
    handledBy: 'jo@watea.example',
    handledAt: nowMs + 5,
  });
  const rows = reader.db.select().from(auditEntry).all();
  expect(rows).toMatchObject([{ action: 'report.change', subject: `report ${id}`, who: 'jo@watea.example' }]);
  expect(JSON.stringify(rows)).not.toMatch(/kim@|412866|Fibre/);
  const { reason } = refusalOf(() => changeReport.within(writer.db, { id: 99, state: 'done', note: '' }, by));
  expect([reason, wordsOf(reason)]).toEqual([{ code: 'report-gone' }, 'This report does not exist.']);
});

test('the list is paged, searched in the texts of visitors and staff, and filtered by state', () => {
  const { writer, reader } = freshDatabase();
  const ids = ['Fibre', 'Cable 100%', 'copper'].map((what, at) =>
    addReport(writer.db, { ...visitorReport, what }, answer, nowMs + at),
  );
  changeReport.within(writer.db, { id: ids[2] ?? 0, state: 'done', note: 'fibre was meant' }, by);
  const idsOf = (more: Partial<Parameters<typeof pageOfReports>[1]>) => {
    const { rows, total } = pageOfReports(reader, { ...wanted, ...more });
    return [rows.map(({ id }) => id), total];
  };
  expect(idsOf({})).toEqual([[ids[2], ids[1]], 3]);
  expect(idsOf({ page: 2 })).toEqual([[ids[0]], 3]);
  expect(idsOf({ search: 'fibre' })).toEqual([[ids[2], ids[0]], 2]);
  expect(idsOf({ search: '0%' })).toEqual([[ids[1]], 1]);
  expect(idsOf({ state: 'open', descending: false })).toEqual([[ids[0], ids[1]], 2]);
});

test('after 90 days the email address is deleted, also from the database file; the report stays', () => {
  const { writer, reader } = freshDatabase();
  const email = 'kim.unforgettable@example.nz';
  const old = addReport(writer.db, { ...visitorReport, email }, answer, nowMs);
  const young = addReport(writer.db, { ...visitorReport, email: 'lee@example.nz' }, answer, nowMs + 1);
  const hasAddress = () => {
    writer.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    return readFileSync(writer.sqlite.name).includes(email);
  };
  expect(forgetReportEmails(writer, nowMs + keptMs - 1)).toBe(0);
  expect(hasAddress()).toBe(true);
  expect(forgetReportEmails(writer, nowMs + keptMs)).toBe(1);
  expect(getReport(reader, old)).toMatchObject({ email: null, what: 'Fibre is here.' });
  expect(getReport(reader, young)?.email).toBe('lee@example.nz');
  expect(hasAddress()).toBe(false);
  expect(forgetReportEmails(writer, nowMs + keptMs)).toBe(0);
});

test('many addresses are deleted in small steps', () => {
  const { writer } = freshDatabase();
  for (let at = 0; at < 5; at++) addReport(writer.db, { ...visitorReport, email: 'a@example.nz' }, answer, nowMs);
  const counts = [1, 2, 3, 4].map(() => forgetReportEmails(writer, nowMs + keptMs, 2));
  expect(counts).toEqual([2, 2, 1, 0]);
});
