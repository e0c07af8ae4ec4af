import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventBetween } from '#lib/registry/history.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { isMissingName } from './missing-names.ts';
import { nameHistory } from './name-history.ts';

const at = (text: string) => Date.parse(text);

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

test('a name’s states are listed oldest first, each with the import or job that made it', async () => {
  const { writer, reader } = register.connections;
  await register.import(['kea.nz,2020-01-01,', 'tui.nz,2020-01-01,'], at('2026-01-01T12:00:00+13:00'));
  await register.import(['kea.nz,2020-01-01,2026-03-01'], at('2026-03-02T12:00:00+13:00'), { source: 'march.csv' });
  // this import changes nothing, so it makes no state
  await register.import(['kea.nz,2020-01-01,2026-03-01'], at('2026-03-03T12:00:00+13:00'));
  const scheduleDate = at('2026-06-01T00:00:00+12:00');
  runReleaseJob(writer, { scheduleDate, kind: 'scheduled', nowMs: scheduleDate });
  await register.import(['kea.nz,2026-06-10,'], at('2026-06-11T12:00:00+12:00'), { source: 'june.csv' });

  const history = nameHistory(reader, 'kea.nz');
  expect(history.map((state, place) => eventBetween(history[place - 1], state))).toEqual([
    'registered',
    'cancelled',
    'marked',
    'registered-again',
  ]);
  expect(history.map((state) => [state.import?.source, state.job?.scheduleDate])).toEqual([
    ['register.csv', undefined],
    ['march.csv', undefined],
    [undefined, scheduleDate],
    ['june.csv', undefined],
  ]);
  expect(history[1]?.import?.publishedAt).toBe(at('2026-03-02T12:00:00+13:00'));
});

test('staged rows are not part of the history', async () => {
  const { writer, reader } = register.connections;
  await register.import(['kea.nz,2020-01-01,'], at('2026-01-01T12:00:00+13:00'));
  writer.sqlite.exec("INSERT INTO domain (name, revision, registered) VALUES ('kea.nz', 900000000, 7)");
  expect(nameHistory(reader, 'kea.nz')).toHaveLength(1);
  expect(nameHistory(reader, 'tui.nz')).toEqual([]);
});

test('a name missing from the last full file is marked as missing until a file has it again', async () => {
  const { reader } = register.connections;
  const fullFile = (rows: readonly string[], day: number) =>
    register.import(rows, at(`2026-01-0${day}T12:00:00+13:00`), { kind: 'replace' });
  await fullFile(['kea.nz,2020-01-01,', 'tui.nz,2020-01-01,'], 1);
  expect(isMissingName(reader, 'kea.nz')).toBe(false);
  await fullFile(['tui.nz,2020-01-01,'], 2);
  expect(isMissingName(reader, 'kea.nz')).toBe(true);
  expect(isMissingName(reader, 'tui.nz')).toBe(false);
  await fullFile(['kea.nz,2020-01-01,', 'tui.nz,2020-01-01,'], 3);
  expect(isMissingName(reader, 'kea.nz')).toBe(false);
});
