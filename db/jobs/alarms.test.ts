import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { findDelivery } from '#db/registry/deliveries.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { noControls } from '#lib/words/controls.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { clearAlarm, getAlarm, raiseAlarm } from './alarms.ts';
import { getJob } from './jobs.ts';

const scheduleDate = Date.parse('2026-11-21T00:00:00+13:00');

test('an alarm is kept as facts, counted each time it is raised, and cleared', () => {
  const { writer } = freshDatabase();
  const rows = () => writer.sqlite.prepare('SELECT subject, since, last_at, times FROM alarm').all();
  expect(getAlarm(writer, 'release job')).toBeUndefined();
  const waits = {
    code: 'release-waits',
    scheduleDate,
    refusal: { reason: { code: 'never-imported', maxAgeMs: 3_600_000 }, faults: [], total: 0 },
  } as const;
  raiseAlarm(writer, 'release job', waits, 1000);
  raiseAlarm(writer, 'release job', { code: 'release-failed', scheduleDate, message: 'The disk is full.' }, 2000);
  raiseAlarm(writer, 'release job', waits, 3000);
  expect(rows()).toEqual([{ subject: 'release job', since: 1000, last_at: 3000, times: 3 }]);
  expect(getAlarm(writer, 'release job')).toEqual(waits);
  clearAlarm(writer, 'release job', 4000);
  expect(rows()).toEqual([]);
});

test('each alarm has its sentence', () => {
  const words = (alarm: Parameters<typeof alarmWords>[0]) => alarmWords(alarm, noControls);
  expect(words({ code: 'release-failed', scheduleDate, message: 'The disk is full.' })).toBe(
    'The release job of 21 November 2026 failed and will be tried again: The disk is full.',
  );
  const refusal = {
    reason: { code: 'register-not-imported', file: 'full.csv' },
    faults: [{ where: { line: 3, field: 'domain' }, reason: { code: 'value-missing' } }],
    total: 1200,
  } as const;
  expect(
    words({ code: 'delivery-refused', file: 'full.csv', report: '/inbox/failed/full.csv.report.txt', refusal }),
  ).toBe(
    'full.csv was not imported; the register is unchanged. line 3, domain: The value is missing. (and 1,199 more) The full report is /inbox/failed/full.csv.report.txt.',
  );
  expect(words({ code: 'inbox-unusable', folder: '/inbox', message: 'ENOTDIR' })).toBe(
    'The watched folder /inbox cannot be used: ENOTDIR',
  );
});

test('alarms, reports and jobs recorded before they had codes keep their words', () => {
  const writer = databaseBefore('0020');
  writer.sqlite.exec(`
    INSERT INTO alarm VALUES ('release job', 'The release job waits.', 1000, 2000, 7);
    INSERT INTO register_delivery (name, sha256, modified_at, state, report, taken_at)
      VALUES ('old.csv', '', 5, 'refused', 'Refused.
It is broken.', 6), ('new.csv', '', 7, 'taken', '', 8);
    INSERT INTO work (kind, queue, title, parameters, state, who, created_at)
      VALUES ('register import', 'register', 'Import', '{"kind":"replace","force":true,"expectedLastRun":4}', 'failed', 'jo', 1)`);
  migrate(writer);
  expect(getAlarm(writer, 'release job')).toEqual({ code: 'worded', sentence: 'The release job waits.' });
  expect(findDelivery(writer, { name: 'old.csv', modifiedAt: 5 })?.outcome).toEqual({
    code: 'worded',
    report: 'Refused.\nIt is broken.',
  });
  expect(findDelivery(writer, { name: 'new.csv', modifiedAt: 7 })?.outcome).toBeNull();
  expect(getJob(writer, 1)?.parameters).toEqual({ kind: 'replace', acceptsMissing: true, expectedLastRun: 4 });
});

/** A database as it was before the migration of this number. */
function databaseBefore(number: string): Connection {
  const folder = makeFolder();
  const writer = openWriter(join(folder.path, 'old.db'));
  onTestFinished(() => {
    writer.sqlite.close();
    folder.remove();
  });
  const migrations = `${import.meta.dirname}/../migrations`;
  const before = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql') && name < number)
    .sort();
  for (const name of before) writer.sqlite.exec(readFileSync(join(migrations, name), 'utf8'));
  writer.sqlite.pragma(`user_version = ${before.length}`);
  return writer;
}
