import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventBetween } from '#lib/registry/history.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { hasPart, type NamePart, parseNamePart } from '#lib/registry/names/name-part.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { dropsPerDay } from './droplist-rows.ts';
import { isMissingName } from './missing-names.ts';
import {
  matchingNames,
  mostListed,
  type NameQuery,
  nameHistory,
  nameStates,
  namesWith,
  pageOfNames,
} from './name-list.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const everything: NameQuery = {
  state: undefined,
  suffix: undefined,
  contains: undefined,
  days: undefined,
  page: 1,
  pageSize: 50,
};

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const namesOf = (wanted: Partial<NameQuery>, at = now) =>
  pageOfNames(register.connections.reader, { ...everything, ...wanted }, at).rows.map(({ name }) => name);
const exportedOf = (wanted: Partial<NameQuery>) =>
  [...matchingNames(register.connections.reader, { ...everything, ...wanted }, now)].map(({ name }) => name);
const day = (text: string) => {
  const from = Date.parse(`${text}T00:00:00+13:00`);
  return { from, until: aucklandMidnight(from, 1) };
};

describe('a small register', () => {
  beforeEach(async () => {
    const { writer } = register.connections;
    await register.import(
      [
        'kea.nz,2020-01-01,',
        'tui.co.nz,2021-06-05,',
        'xn--mori-qsa.co.nz,2022-01-01,',
        'mori.co.nz,2022-01-01,',
        'moa.nz,2019-01-01,2026-08-20',
        'gone.nz,2019-01-01,2026-01-01',
        'back.nz,2019-01-01,2026-01-01',
        'soon.nz,2019-01-01,2026-08-23',
        'later.co.nz,2019-01-01,2026-10-30',
      ],
      Date.parse('2026-11-01T12:00:00+13:00'),
    );
    const scheduleDate = Date.parse('2026-11-02T00:00:00+13:00');
    runReleaseJob(writer, { scheduleDate, kind: 'scheduled', nowMs: scheduleDate });
    await register.import(['back.nz,2026-11-10,'], Date.parse('2026-11-11T12:00:00+13:00'));
    writer.sqlite.exec("INSERT INTO domain (name, revision, registered) VALUES ('staged.nz', 900000000, 7)");
  });

  test('by name, whatever their state; staged rows are not listed', () => {
    expect(namesOf({})).toEqual([
      'back.nz',
      'gone.nz',
      'kea.nz',
      'later.co.nz',
      'moa.nz',
      'mori.co.nz',
      'soon.nz',
      'tui.co.nz',
      'xn--mori-qsa.co.nz',
    ]);
  });

  test('by state: pending names by when they drop, released ones latest first', () => {
    expect(namesOf({ state: 'active' })).toEqual([
      'back.nz',
      'kea.nz',
      'mori.co.nz',
      'tui.co.nz',
      'xn--mori-qsa.co.nz',
    ]);
    expect(namesOf({ state: 'pending' })).toEqual(['moa.nz', 'soon.nz', 'later.co.nz']);
    expect(namesOf({ state: 'released' })).toEqual(['gone.nz']);
  });

  test('by suffix, nz meaning directly below it', () => {
    expect(namesOf({ suffix: 'nz' })).toEqual(['back.nz', 'gone.nz', 'kea.nz', 'moa.nz', 'soon.nz']);
    expect(namesOf({ suffix: 'co.nz', state: 'pending' })).toEqual(['later.co.nz']);
    expect(namesOf({ suffix: 'mil.nz' })).toEqual([]);
  });

  test('by part of the name, whatever its macrons', () => {
    const having = (text: string) => ({ contains: parseNamePart(text) });
    expect(namesOf(having('mori'))).toEqual(['mori.co.nz']);
    expect(namesOf(having('maori'))).toEqual(['xn--mori-qsa.co.nz']);
    expect(namesOf(having('ori'))).toEqual(['mori.co.nz', 'xn--mori-qsa.co.nz']);
    expect(namesOf({ ...having('āori'), suffix: 'nz' })).toEqual([]);
    expect(namesOf({ ...having('on'), state: 'pending' })).toEqual(['soon.nz']);
    expect(namesOf(having('i.co'))).toEqual(['mori.co.nz', 'tui.co.nz', 'xn--mori-qsa.co.nz']);
  });

  test('the first names with a part, anywhere or at the beginning', () => {
    const first = (text: string, where: 'anywhere' | 'at the beginning', most = 9) =>
      namesWith(register.connections.reader, parseNamePart(text) as NamePart, { where, most });
    expect(first('o', 'anywhere')).toEqual(['gone.nz', 'moa.nz', 'mori.co.nz', 'soon.nz', 'māori.co.nz']);
    expect(first('o', 'anywhere', 2)).toEqual(['gone.nz', 'moa.nz']);
    expect(first('mo', 'at the beginning')).toEqual(['moa.nz', 'mori.co.nz']);
    expect(first('mao', 'at the beginning')).toEqual(['māori.co.nz']);
    expect(first('ao', 'at the beginning')).toEqual([]);
  });

  test('by day: when pending names drop, released names became available, and others were registered', () => {
    // earlier jobs missed moa.nz, so the next one takes it
    expect(namesOf({ state: 'pending', days: day('2026-11-21') })).toEqual(['moa.nz']);
    expect(namesOf({ state: 'pending', days: day('2026-11-22') })).toEqual(['soon.nz']);
    expect(namesOf({ state: 'pending', days: day('2026-11-20') })).toEqual([]);
    expect(namesOf({ state: 'released', days: day('2026-11-02') })).toEqual(['gone.nz']);
    expect(namesOf({ state: 'released', days: day('2026-11-03') })).toEqual([]);
    expect(namesOf({ days: day('2022-01-01') })).toEqual(['mori.co.nz', 'xn--mori-qsa.co.nz']);
    expect(namesOf({ state: 'active', days: day('2026-11-10') })).toEqual(['back.nz']);
  });

  test('a marked name is pending until the instant of its mark', () => {
    const scheduleDate = Date.parse('2026-11-21T00:00:00+13:00');
    runReleaseJob(register.connections.writer, { scheduleDate, kind: 'scheduled', nowMs: scheduleDate });
    const before = Date.parse('2026-11-21T00:00:33+13:00');
    expect(namesOf({ state: 'pending' }, before)).toEqual(['moa.nz', 'soon.nz', 'later.co.nz']);
    expect(namesOf({ state: 'pending', days: day('2026-11-21') }, before)).toEqual(['moa.nz']);
    expect(namesOf({ state: 'released' }, before)).toEqual(['gone.nz']);
    expect(namesOf({ state: 'pending' }, before + 1000)).toEqual(['soon.nz', 'later.co.nz']);
    expect(namesOf({ state: 'released' }, before + 1000)).toEqual(['moa.nz', 'gone.nz']);
  });

  test('page by page', () => {
    const page = (number: number) =>
      pageOfNames(register.connections.reader, { ...everything, page: number, pageSize: 4 }, now);
    expect([1, 2, 3].flatMap((number) => page(number).rows.map(({ name }) => name))).toEqual(namesOf({}));
    expect(page(3)).toMatchObject({ total: 9, isCut: false });
    expect(page(4)).toMatchObject({ rows: [], total: 9 });
  });
});

test('beyond 10,000 names the list stops and says so; the export does not stop', () => {
  const { writer, reader } = register.connections;
  const insert = writer.sqlite.prepare('INSERT INTO domain (name, revision, registered) VALUES (?, 1, 7)');
  writer.sqlite.transaction(() => {
    for (let number = 0; number <= mostListed; number++) insert.run(`name-${String(number).padStart(5, '0')}.nz`);
    writer.sqlite.exec("UPDATE generation SET value = 1 WHERE subject = 'register'");
  })();
  const page = pageOfNames(reader, { ...everything, page: 200 }, now);
  expect(page).toMatchObject({ total: mostListed, isCut: true });
  expect(page.rows.at(-1)?.name).toBe('name-09999.nz');
  expect(pageOfNames(reader, { ...everything, page: 201 }, now).rows).toEqual([]);
  expect(exportedOf({})).toHaveLength(mostListed + 1);
  writer.sqlite.exec("DELETE FROM domain WHERE name = 'name-00000.nz'");
  expect(pageOfNames(reader, everything, now)).toMatchObject({ total: mostListed, isCut: false });
});

test('a generated register gives the same names as filtering all of them, and the calendar counts the names of each day', async () => {
  const labels = ['kea', 'kōwhai', 'tūī', 'moa-1', 'a', 'māori', 'kiwi'];
  const rows = suffixes.flatMap((suffix, place) =>
    labels.flatMap((label, number) => {
      const name = parseName(`${label}.${suffix}`);
      if (!name.valid) return [];
      const age = (place * 17 + number * 5) % 96;
      const cancelled = (place + number) % 3 === 0 ? null : now / 1000 - age * 86_400 - place * 977;
      return [{ name: name.domain, registered: 1_500_000_000 + place * 43_200, cancelled, suffix }];
    }),
  );
  const text = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
  await register.import(
    rows.map(({ name, registered, cancelled }) => `${name},${text(registered)},${text(cancelled)}`),
    now,
  );
  const isWanted = (row: (typeof rows)[number], { state, suffix, contains, days }: NameQuery) => {
    if (state === 'released' || (state !== undefined && (state === 'active') !== (row.cancelled === null)))
      return false;
    if (suffix !== undefined && row.suffix !== suffix) return false;
    if (contains !== undefined && !hasPart(row.name, contains, 'anywhere')) return false;
    if (days === undefined) return true;
    const at = state === 'pending' && row.cancelled !== null ? dropDate(row.cancelled, now) : row.registered * 1000;
    return at >= days.from && at < days.until;
  };
  const fewDays = { from: aucklandMidnight(now, 1), until: aucklandMidnight(now, 20) };
  const registeredThen = { from: 1_500_000_000_000, until: 1_500_200_000_000 };
  for (const state of [undefined, ...nameStates]) {
    for (const suffix of [undefined, 'nz', 'co.nz', 'kiwi.nz'] as const) {
      for (const contains of [undefined, ...['a', 'ō', 'kiwi', 'ūī', 'moa-', 'i.k'].map(parseNamePart)]) {
        for (const days of [undefined, fewDays, registeredThen]) {
          const wanted = { ...everything, state, suffix, contains, days, pageSize: 1000 };
          const expected = rows.filter((row) => isWanted(row, wanted)).map(({ name }) => name);
          expect(namesOf(wanted).toSorted(), JSON.stringify(wanted)).toEqual(expected.toSorted());
          expect(exportedOf(wanted), JSON.stringify(wanted)).toEqual(expected.toSorted());
        }
      }
    }
  }
  const counts = dropsPerDay(register.connections.reader, now);
  for (let days = 0; days <= 95; days++) {
    const from = aucklandMidnight(now, days);
    const listed = namesOf({
      state: 'pending',
      days: { from, until: aucklandMidnight(now, days + 1) },
      pageSize: 1000,
    });
    expect(listed, dayOf(from)).toHaveLength(counts.get(dayOf(from)) ?? 0);
  }
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(
    rows.filter(({ cancelled }) => cancelled !== null).length,
  );
});

describe('the history of a name', () => {
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
});
