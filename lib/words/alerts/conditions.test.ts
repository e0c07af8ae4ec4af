import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AlarmFacts, conditions } from '#lib/jobs/alarm.ts';
import { noControls } from '#lib/words/controls.ts';
import { alarmWords } from './alarms.ts';
import { conditionWords, screenOfAlarm } from './conditions.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operate/alerts-by-mail.md'), 'utf8');
const sections = [...page.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));

test.each(conditions)('%s has words, a screen and a section of the docs', (condition) => {
  const { title, over, toDo, screen, section } = conditionWords[condition];
  expect(title).not.toBe(over);
  expect(toDo).toMatch(/\.$/);
  expect(existsSync(join(root, 'app', screen.replace(/\?.*/, ''), 'page.tsx'))).toBe(true);
  expect(sections).toContain(section);
});

test('the docs have no section without a condition', () => {
  expect(new Set(sections)).toEqual(new Set(Object.values(conditionWords).map(({ section }) => section)));
});

const noon = Date.parse('2026-11-20T12:00:00+13:00');
const refusal = { reason: { code: 'disk-full', folder: '/data', free: 0 }, faults: [], total: 0 } as const;

const worded: [AlarmFacts, string][] = [
  [
    { code: 'release-late', scheduleDate: noon },
    'The release job of 20 November 2026 has not run, and nothing says why. No names are released until it runs.',
  ],
  [
    { code: 'disk-remark', remark: { code: 'disk-low', folder: '/data', freeBytes: 0, diskBytes: 1e9 } },
    'Low disk: /data has 0\u00a0bytes of 1\u00a0GB free (0\u00a0%). Make room before changes are refused.',
  ],
  [
    { code: 'disk-unwritable', reason: refusal.reason },
    'The disk is full: /data has 0\u00a0bytes free. Nothing was changed: free some space, then try again.',
  ],
  [{ code: 'backup-late', lastAt: null, everyMs: 300_000 }, 'There is no backup yet; one is due every 5 minutes.'],
  [{ code: 'backup-late', lastAt: null, everyMs: 21_600_000 }, 'There is no backup yet; one is due every 6 hours.'],
  [{ code: 'backup-late', lastAt: null, everyMs: 60_000 }, 'There is no backup yet; one is due every minute.'],
  [{ code: 'backup-late', lastAt: null, everyMs: 90_000 }, 'There is no backup yet; one is due every 90 seconds.'],
  [
    { code: 'backup-late', lastAt: noon, everyMs: 86_400_000 },
    'The last backup was made at 12:00 pm on 20 November 2026; one is due every day.',
  ],
  [
    { code: 'standby-late', lastAt: noon, everyMs: 300_000 },
    'The last backup reached the standby at 12:00 pm on 20 November 2026; one is due every 5 minutes.',
  ],
  [
    { code: 'many-errors', api: 'registry', errors: 12, requests: 1000, minutes: 5 },
    'The registry API answered 12 of 1,000 requests in 5 minutes with a status of 500 or above (1.2\u00a0%).',
  ],
  [
    {
      code: 'keys-ending',
      total: 3,
      days: 14,
      keys: [{ id: 1, prefix: 'TestNa', email: 'owner@isp.example', expiresAt: noon }],
    },
    '3 keys end within 14 days:\nTestNa… of owner@isp.example: 20 November 2026, 12:00 pm\n… and 2 more.',
  ],
  [
    { code: 'task-refused', refusal },
    'It is tried again every few seconds. The disk is full: /data has 0\u00a0bytes free. Nothing was changed: free some space, then try again.',
  ],
  [{ code: 'task-broke-off', message: 'x is null' }, 'An internal error ended it; it is tried again: x is null'],
];

test.each(worded)('%j in words', (facts, sentence) => {
  expect(alarmWords(facts, noControls)).toBe(sentence);
});

test.each([
  [{ code: 'delivery-refused', file: 'a.csv', report: 'a.csv.report.txt', refusal, job: 7 }, '/admin/jobs/7'],
  [{ code: 'delivery-refused', file: 'a.csv', report: 'a.csv.report.txt', refusal }, '/admin/register/feeds'],
  [{ code: 'import-failed', source: 'a.csv', fault: null, run: 3 }, '/admin/register/feeds/3'],
  [{ code: 'inbox-unusable', folder: '/srv/in', message: 'gone' }, '/admin/register/feeds'],
] as const)('an alarm of a register file leads to its report: %j', (facts, screen) => {
  expect(screenOfAlarm('register inbox', facts)).toBe(screen);
});
