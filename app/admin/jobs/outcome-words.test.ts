import { expect, test } from 'vitest';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { outcomeWords } from './outcome-words.ts';

const scheduleDate = Date.parse('2026-11-24T00:00:00+13:00');
const freeAt = scheduleDate + 34_000;

test.each<[JobOutcome, string, string | undefined]>([
  [{ code: 'coverage-published', id: 3 }, 'Coverage version 3 is published.', '/admin/coverage/versions/3'],
  [
    { code: 'coverage-rolled-back', id: 2, from: 3 },
    'Coverage version 2 is published again; version 3 no longer is.',
    '/admin/coverage/versions/2',
  ],
  [
    { code: 'layer-retired', id: 4, baseId: null, note: 'without FTTH of Kauri' },
    'Coverage version 4 is ready to be published. It is an empty map without FTTH of Kauri.',
    '/admin/coverage/versions/4',
  ],
  [
    { code: 'delivery-known', file: 'a.csv', run: 7, importedAt: scheduleDate },
    'a.csv is identical to the last import (import 7, 24 November 2026, 12:00 am) and was not imported again.',
    '/admin/register/feeds/7',
  ],
  [
    { code: 'names-released', scheduleDate, freeAt, released: 1, isNew: true },
    'The release job of 24 November 2026 released 1 name, available from 24 Nov 2026 00:00:34.',
    `/admin/register/releases/${scheduleDate}`,
  ],
  [
    { code: 'names-released', scheduleDate, freeAt, released: 2000, isNew: false },
    'The release job of 24 November 2026 had already run; it released 2,000 names.',
    `/admin/register/releases/${scheduleDate}`,
  ],
  [{ code: 'worded', sentence: 'As it was recorded.', notes: [] }, 'As it was recorded.', undefined],
])('%j', (outcome, sentence, href) => {
  const words = outcomeWords(outcome, 9);
  expect([words.sentence, words.next?.href]).toEqual([sentence, href]);
});

test('an outcome that only a newer version knows has at least its code', () => {
  expect(outcomeWords({ code: 'made-by-magic' } as unknown as JobOutcome, 9).sentence).toBe('Done (made-by-magic).');
});
