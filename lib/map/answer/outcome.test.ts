import { describe, expect, test } from 'vitest';
import { sayIn } from '#lib/messages/catalogue.ts';
import type { TechnologyResult } from './answer.ts';
import {
  isFault,
  keepUnchanged,
  type Outcome,
  type OutcomeWithoutResults,
  type Reply,
  readOutcome,
  wordsForOutcome,
} from './outcome.ts';

const reply = (status: number, body: unknown, more: Partial<Reply> = {}): Reply => ({
  status,
  body,
  retryAfter: null,
  requestId: 'r-1',
  ...more,
});
const result = (technology: string, availability: string) => ({ technology, availability, set_id: 1 });
const fault: Outcome = { kind: 'fault', requestId: 'r-1' };

test.each<[string, Reply, Outcome]>([
  [
    'one technology planned',
    reply(200, { results: [result('Fibre', 'Planned')] }),
    {
      kind: 'answered',
      results: [{ technology: 'Fibre', setId: 1, availability: 'Planned', completion: undefined, providers: [] }],
    },
  ],
  ['all not available', reply(200, { results: [result('ADSL', 'Not Available')] }), { kind: 'nothing here' }],
  ['no technology in use', reply(200, { results: [] }), { kind: 'nothing here' }],
  ['a 200 that is not an answer', reply(200, { results: 'Fibre' }), fault],
  ['a 200 that is not JSON', reply(200, undefined), fault],
  [
    'N1: outside the box',
    reply(400, { code: 400, error: 'The coordinates are out of the service coverage area.' }),
    { kind: 'outside' },
  ],
  ['another 400', reply(400, { code: 400, error: 'latitude is not a number' }), fault],
  ['a 400 without a body', reply(400, undefined), fault],
  ['N1: the key has ended', reply(401, { code: 401, error: 'no' }), { kind: 'page too old' }],
  [
    'B6: the limit, with a retry time',
    reply(429, {}, { retryAfter: '12' }),
    { kind: 'limit reached', retryAfterSeconds: 12 },
  ],
  ['the limit, without one', reply(429, {}), { kind: 'limit reached', retryAfterSeconds: undefined }],
  [
    'the limit, with a date',
    reply(429, {}, { retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }),
    { kind: 'limit reached', retryAfterSeconds: undefined },
  ],
  ['a server fault', reply(500, { code: 500, error: 'x' }), fault],
  ['no database', reply(503, {}, { requestId: null }), { kind: 'fault', requestId: undefined }],
  ['a proxy page', reply(502, undefined), fault],
])('%s', (_what, given, outcome) => {
  expect(readOutcome(given)).toEqual(outcome);
});

test.each<[Outcome['kind'], boolean]>([
  ['answered', false],
  ['nothing here', false],
  ['outside', false],
  ['page too old', true],
  ['limit reached', true],
  ['offline', true],
  ['unreachable', true],
  ['fault', true],
])('%s is a fault: %s', (kind, expected) => {
  expect(isFault({ kind, results: [], retryAfterSeconds: undefined, requestId: undefined })).toBe(expected);
});

function technology(name: string, speed: number): TechnologyResult {
  const speeds = { minDownloadMbps: 0, maxDownloadMbps: speed, minUploadMbps: 0, maxUploadMbps: speed };
  const offer = { name: 'Provider', wholesaleNetwork: 'No' as const, url: 'http://example.nz', ...speeds };
  return { technology: name, setId: 1, availability: 'Available', completion: undefined, providers: [offer] };
}
const answered = (...results: TechnologyResult[]): Outcome => ({ kind: 'answered', results });

test('technologies that did not change in a new answer are the same objects, in any order', () => {
  const [fibre, wireless] = [technology('Fibre', 1000), technology('Wireless', 50)];
  const after = answered(technology('Wireless', 50), technology('Fibre', 300));
  const kept = keepUnchanged(answered(fibre, wireless), after);
  expect(kept).toEqual(after);
  expect(kept.kind === 'answered' && kept.results[0]).toBe(wireless);
  expect(kept.kind === 'answered' && kept.results[1]).not.toBe(fibre);
});

test.each<[string, Outcome | undefined, Outcome]>([
  ['nothing', undefined, answered(technology('Fibre', 1000))],
  ['a fault', { kind: 'offline' }, answered(technology('Fibre', 1000))],
  ['an answer, with a fault after it', answered(technology('Fibre', 1000)), { kind: 'offline' }],
])('an outcome does not change after %s', (_what, before, after) => {
  expect(keepUnchanged(before, after)).toBe(after);
});

const point = { latitude: -41.2866, longitude: 174.7756 };
const words = (outcome: OutcomeWithoutResults, at = point) =>
  wordsForOutcome(sayIn('en'), outcome, at, 'help@watea.example');

describe('each outcome has its own words and action', () => {
  test.each<[OutcomeWithoutResults, string, string | undefined]>([
    [{ kind: 'nothing here' }, 'Nothing recorded here', undefined],
    [{ kind: 'outside' }, 'Outside the area this service covers', undefined],
    [{ kind: 'page too old' }, 'This page is out of date', 'reload'],
    [{ kind: 'limit reached', retryAfterSeconds: 3 }, 'Too many questions', 'ask again'],
    [{ kind: 'offline' }, 'You are offline', 'ask again'],
    [{ kind: 'unreachable' }, 'The service did not answer', 'ask again'],
    [{ kind: 'fault', requestId: 'r-1' }, 'Something went wrong at our end', 'ask again'],
  ])('%o', (outcome, title, action) => {
    expect(words(outcome)).toMatchObject({ title, action });
  });
});

test.each([
  [3, 'You can ask again in about 3 seconds.'],
  [20_000, 'You can ask again in about 6 hours.'],
  [undefined, 'You can ask again in a little while.'],
])('B6: a limit of %s s says when to ask again', (retryAfterSeconds, sentence) => {
  expect(words({ kind: 'limit reached', retryAfterSeconds }).text).toContain(sentence);
});

test.each([
  ['r-1', 'write to help@watea.example and quote the number r-1.'],
  [undefined, 'write to help@watea.example.'],
])('B7: a fault names the support address and the request (%s)', (requestId, ending) => {
  expect(words({ kind: 'fault', requestId }).text).toContain(ending);
});

test.each([
  [174.7756, -41.2866, 'The two numbers look swapped: latitude comes first. The service covers'],
  [41.2866, 174.7756, 'Latitudes in New Zealand are below zero: put a minus sign in front. The service covers'],
  [-43.95, -176.55, 'The Chatham Islands are outside the area this service covers, 166.2–178.6° E.'],
  [-43.95, 183.45, 'The Chatham Islands are outside the area this service covers, 166.2–178.6° E.'],
  [-33.87, 151.21, 'The service covers'],
])('%d, %d outside the area names the likely reason first', (latitude, longitude, start) => {
  expect(words({ kind: 'outside' }, { latitude, longitude }).text.startsWith(start)).toBe(true);
});
