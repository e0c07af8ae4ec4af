import { describe, expect, test } from 'vitest';
import { sayIn } from '#lib/messages/catalogue.ts';
import { type OutcomeWithoutResults, wordsForOutcome } from './outcome-words.ts';

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
