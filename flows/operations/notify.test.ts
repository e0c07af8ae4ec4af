import { describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { setGeneration } from '#db/generation.ts';
import { clearAlarm, getAlarm, listAllAlarms, raiseAlarm } from '#db/jobs/alarms.ts';
import { outboxMessage } from '#db/outbox/schema.ts';
import { releaseRun } from '#db/registry/schema.ts';
import { readRequests } from '#db/usage/questions.ts';
import { writeUsage } from '#db/usage/write-batches.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import { ErrorWatch } from '#lib/operations/error-rate.ts';
import type { LookedUp } from '#lib/operations/plan-notices.ts';
import { parseSmtpUrl } from '#lib/outbox/smtp-url.ts';
import { openRegisterFixture } from '#tests/models/register.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { lookUpConditions, type Surroundings } from './look-up-conditions.ts';
import { type Notifying, settleAlarms } from './notify.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');
const [minuteMs, dayMs] = [60_000, 86_400_000];
const server = parseSmtpUrl('smtp://localhost');
const nobody: Notifying = {
  notifications: { mail: undefined, alertEmails: [], alertWebhook: undefined },
  environment: 'production',
  baseUrl: 'https://watea.example',
};
const two: Notifying = {
  ...nobody,
  notifications: {
    mail: server && { server, from: 'a@watea.example' },
    alertEmails: ['one@registry.example', 'two@registry.example'],
    alertWebhook: { url: 'https://hooks.example/secret/path', secret: 'x'.repeat(16) },
  },
};
const stale: AlarmFacts = {
  code: 'register-stale',
  reason: { code: 'register-too-old', importedAt: noon - 30 * 3_600_000, maxAgeMs: 26 * 3_600_000 },
};
const found = (...entries: [Condition, AlarmFacts | undefined][]): LookedUp => new Map(entries);

/** An installation whose conditions are settled, and what its outbox has. */
function installation(notifying = two) {
  const { writer } = freshDatabase();
  const messages = () => writer.db.select().from(outboxMessage).all();
  return {
    writer,
    messages,
    settle: (lookedUp: LookedUp, nowMs: number) => settleAlarms(writer, lookedUp, notifying, nowMs),
    subjects: () => messages().flatMap(({ channel, subject }) => (channel === 'webhook' ? [subject] : [])),
  };
}

test('a condition is one mail to each address and one webhook when it begins, and when it is over', async () => {
  const { settle, messages, subjects, writer } = installation();
  for (let minute = 0; minute < 3; minute++) await settle(found(['register age', stale]), noon + minute * minuteMs);
  expect(messages().map(({ channel, recipient, kind }) => [channel, recipient, kind])).toEqual([
    ['mail', 'one@registry.example', 'alert'],
    ['mail', 'two@registry.example', 'alert'],
    ['webhook', 'hooks.example', 'alert'],
  ]);
  expect(messages()[0]?.body).toBe(
    [
      'The register is too old.',
      '',
      'The last register file was imported on 19 November 2026, 6:00 am, and FEED_MAX_AGE allows 26 hours. Release jobs run again once a newer file is imported.',
      '',
      'Since: 20 November 2026, 12:00 pm (New Zealand)',
      'What to do: Find out why no register file was delivered, and import the latest one.',
      'Screen: https://watea.example/admin/register/feeds',
      'More: docs/operate/alerts-by-mail.md#register-too-old',
      '',
      '-- ',
      'Wātea, production, https://watea.example',
      '',
    ].join('\n'),
  );
  expect(JSON.parse(messages()[2]?.body ?? '')).toMatchObject({
    type: 'alert',
    condition: 'register age',
    state: 'began',
    code: 'register-stale',
    environment: 'production',
    since: '2026-11-20 12:00:00+13:00',
    url: 'https://watea.example/admin/register/feeds',
  });
  for (let minute = 3; minute < 6; minute++) await settle(found(['register age', undefined]), noon + minute * minuteMs);
  const [began, over] = ['The register is too old', 'Over: The register is up to date again'];
  expect(subjects()).toEqual([began, over].map((subject) => `[Wātea production] ${subject}`));
  expect(listAllAlarms(writer)).toEqual([]);
  await settle(found(['register age', stale]), noon + dayMs);
  expect(subjects()).toHaveLength(3);
});

test('an alarm that a task raises is notified too; one that is over within a minute is not', async () => {
  const { settle, subjects, writer } = installation();
  const failed: AlarmFacts = { code: 'release-failed', scheduleDate: noon, message: 'The disk is full.' };
  raiseAlarm(writer, 'release job', failed, noon);
  clearAlarm(writer, 'release job', noon + 5000);
  await settle(found(), noon + minuteMs);
  expect(subjects()).toEqual([]);
  raiseAlarm(writer, 'release job', failed, noon + minuteMs);
  await settle(found(), noon + 2 * minuteMs);
  clearAlarm(writer, 'release job', noon + 3 * minuteMs);
  expect(getAlarm(writer, 'release job')).toBeUndefined();
  // again within the minute: it goes on
  raiseAlarm(writer, 'release job', failed, noon + 3 * minuteMs);
  await settle(found(), noon + 4 * minuteMs);
  expect(subjects()).toEqual(['[Wātea production] The release job does not run']);
  clearAlarm(writer, 'release job', noon + 5 * minuteMs);
  await settle(found(), noon + 6 * minuteMs);
  expect(subjects().at(-1)).toBe('[Wātea production] Over: The release job has run');
});

test('what cannot be known now stays as it was', async () => {
  const { settle, subjects } = installation();
  const errors: AlarmFacts = { code: 'many-errors', api: 'registry', errors: 9, requests: 10, minutes: 5 };
  await settle(found(['registry errors', errors]), noon);
  await settle(found(), noon + minuteMs);
  expect(subjects()).toEqual(['[Wātea production] The registry API fails too often']);
});

test('several servers that settle at the same moment queue each notice once', async () => {
  const { settle, messages, writer } = installation();
  const other = openWriter(writer.sqlite.name);
  const lookedUp = found(['register age', stale]);
  await Promise.all([settle(lookedUp, noon), settleAlarms(other, lookedUp, two, noon)]);
  other.sqlite.close();
  expect(messages()).toHaveLength(3);
});

test('while nobody gets alerts, alarms are stored and end; whoever is added later is notified of those that last', async () => {
  const { settle, messages, writer } = installation(nobody);
  await settle(found(['register age', stale], ['backup', stale]), noon);
  await settle(found(['register age', stale], ['backup', undefined]), noon + minuteMs);
  expect(messages()).toEqual([]);
  expect(listAllAlarms(writer).map(({ subject }) => subject)).toEqual(['register age']);
  await settleAlarms(writer, found(), two, noon + 2 * minuteMs);
  expect(messages()).toHaveLength(3);
  // and nobody hears that it is over once alerts are turned off again
  await settle(found(['register age', undefined]), noon + 3 * minuteMs);
  expect(listAllAlarms(writer)).toEqual([]);
});

describe('what is looked up', () => {
  const usual: Surroundings = {
    nowMs: noon,
    upMs: 3_600_000,
    feedMaxAgeMs: undefined,
    disk: [],
    errorRates: [],
    backup: undefined,
  };
  const presentIn = (lookedUp: LookedUp) => [...lookedUp].filter(([, facts]) => facts).map(([condition]) => condition);

  test('finds a scheduled backup that was never made', () => {
    const { writer } = publishedDatabase();
    const key = { id: '', secret: '', region: 'us-east-1' };
    const backup = { folder: '/backups', everyMs: 3_600_000, keep: 7, target: undefined, key };
    expect(lookUpConditions(writer, { ...usual, backup }).get('late backup')).toEqual({
      code: 'backup-late',
      lastAt: null,
      everyMs: 3_600_000,
    });
    expect(lookUpConditions(writer, usual).get('late backup')).toBeUndefined();
    // the first one after a start takes a while
    expect(lookUpConditions(writer, { ...usual, backup, upMs: 599_999 }).has('late backup')).toBe(false);
  });

  test('finds nothing wrong in a sound installation', () => {
    const { writer } = publishedDatabase();
    addReleaseRun(writer);
    expect(presentIn(lookUpConditions(writer, usual))).toEqual([]);
  });

  test('finds that nothing was ever published, and a clock that went back by more than a minute', () => {
    const { writer } = freshDatabase();
    addReleaseRun(writer);
    expect(presentIn(lookUpConditions(writer, usual))).toEqual(['no register', 'no coverage']);
    publish(writer);
    const ranAt = Date.parse('2026-11-20T00:00:00+13:00');
    expect(presentIn(lookUpConditions(writer, { ...usual, nowMs: ranAt - 60_000 }))).toEqual([]);
    expect(lookUpConditions(writer, { ...usual, nowMs: ranAt - 60_001 }).get('clock')).toEqual({
      code: 'clock-set-back',
      recordedAt: ranAt,
      nowMs: ranAt - 60_001,
    });
  });

  test('finds a release job that is ten minutes late and has no alarm, but not right after a start', () => {
    const { writer } = publishedDatabase();
    expect(presentIn(lookUpConditions(writer, usual))).toEqual(['late release']);
    const started = lookUpConditions(writer, { ...usual, upMs: 59_999 });
    expect(started.has('late release')).toBe(false);
    raiseAlarm(writer, 'release job', stale, noon);
    expect(presentIn(lookUpConditions(writer, usual))).toEqual([]);
    clearAlarm(writer, 'release job', noon);
    addReleaseRun(writer);
    expect(presentIn(lookUpConditions(writer, usual))).toEqual([]);
  });

  test('finds a failed import and a register that is too old', async () => {
    const register = openRegisterFixture();
    const { writer } = register.connections;
    publish(writer);
    addReleaseRun(writer);
    await register.import(['a.nz,2020-01-01,'], noon - 3_600_000);
    const at = (more: Partial<Surroundings>) => presentIn(lookUpConditions(writer, { ...usual, ...more }));
    expect(at({ feedMaxAgeMs: 3_600_000 })).toEqual([]);
    expect(at({ feedMaxAgeMs: 3_599_999 })).toEqual(['register age']);
    await expect(register.import(['a b.nz,2020-01-01,'], noon - 5)).rejects.toThrow();
    expect(at({})).toEqual(['register import']);
    await register.import(['a.nz,2020-01-01,'], noon);
    expect(at({})).toEqual([]);
    register.close();
  });

  test('finds a full or read-only disk and too many errors of an API', () => {
    const { writer } = publishedDatabase();
    addReleaseRun(writer);
    const disk = [{ code: 'disk-read-only', folder: '/data' }] as const;
    const rate = { errors: 9, requests: 10, minutes: 5 };
    const errorRates = [
      { api: 'registry', isTooHigh: true, ...rate },
      { api: 'broadband', isTooHigh: undefined, ...rate },
    ] as const;
    const lookedUp = lookUpConditions(writer, { ...usual, disk, errorRates });
    expect(presentIn(lookedUp)).toEqual(['disk', 'registry errors']);
    expect(lookedUp.has('broadband errors')).toBe(false);
  });

  test('counts the answers of the last minutes from the stored counts of requests', async () => {
    const { writer } = publishedDatabase();
    addReleaseRun(writer);
    const watch = new ErrorWatch();
    const answer = async (status: number, count: number, nowMs: number) => {
      const requests = [{ api: 'broadband', accountId: 7, status, count }] as const;
      const none = { latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };
      await writeUsage(writer, [{ quarterStartsAt: nowMs - (nowMs % 900_000), requests, ...none }]);
    };
    const look = (nowMs: number) => {
      const counts = readRequests(writer, { span: 'hour', from: ErrorWatch.countsFrom(nowMs), api: undefined });
      return lookUpConditions(writer, { ...usual, nowMs, errorRates: watch.add(counts, nowMs) });
    };
    await answer(200, 990, noon - minuteMs);
    look(noon - minuteMs);
    await answer(200, 900, noon);
    await answer(500, 10, noon);
    expect(look(noon).get('broadband errors')).toEqual({
      code: 'many-errors',
      api: 'broadband',
      errors: 10,
      requests: 910,
      minutes: 1,
    });
    for (let minute = 1; minute < 5; minute++) look(noon + minute * minuteMs);
    expect(presentIn(look(noon + 5 * minuteMs))).toEqual([]);
  });

  test('lists the keys that end within 14 days in one notice a day, and says when there are none', async () => {
    const { settle, subjects, writer, messages } = installation();
    publish(writer);
    addReleaseRun(writer);
    for (const [at, days] of [13, 14, 15].entries()) addEndingKey(writer, at, noon + days * dayMs);
    const settleAt = (nowMs: number) => settle(lookUpConditions(writer, { ...usual, nowMs }), nowMs);
    for (let hour = 0; hour < 30; hour++) await settleAt(noon + hour * 3_600_000);
    expect(subjects().filter((subject) => subject.endsWith('API keys end soon'))).toHaveLength(2);
    expect(messages()[0]?.body).toContain(
      [
        '2 keys end within 14 days:',
        'TestEn… of owner@isp.example: 3 December 2026, 12:00 pm',
        'TestEn… of owner@isp.example: 4 December 2026, 12:00 pm',
      ].join('\n'),
    );
    await settleAt(noon + 16 * dayMs);
    expect(subjects().at(-1)).toContain('Over: No API keys end soon');
  });
});

function addEndingKey(writer: ReturnType<typeof freshDatabase>['writer'], at: number, expiresAt: number): void {
  const text = `TestEndingKeyTestEndingKeyTestEndingKe00${at}`;
  const userId = requireUser(writer.db, 'owner@isp.example', noon);
  addKey(writer.db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), expiresAt }, noon);
}

/** That the release job of the day has run. */
function addReleaseRun({ db }: ReturnType<typeof freshDatabase>['writer']): void {
  const midnight = Date.parse('2026-11-20T00:00:00+13:00');
  const run = { scheduleDate: midnight, kind: 'scheduled', who: '', ranAt: midnight, freeAt: midnight } as const;
  db.insert(releaseRun)
    .values({ ...run, released: 0, revision: 1, elapsedMs: 1 })
    .run();
}

/** A database with a register and coverage that were published. */
function publishedDatabase() {
  const database = freshDatabase();
  publish(database.writer);
  return database;
}

function publish({ db }: ReturnType<typeof freshDatabase>['writer']): void {
  for (const subject of ['register', 'coverage'] as const) setGeneration(db, subject, 1, noon - 86_400_000);
}
