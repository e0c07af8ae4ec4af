import { expect, test } from 'vitest';
import { apiSentence } from '#lib/words/api.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistQuestion, isAskedFor, readDroplistQuestion } from './droplist-question.ts';

function read(query: string): DroplistQuestion {
  const given = readDroplistQuestion(query);
  return given.ok ? given.question : expect.fail(given.reason.code);
}

const whole: DroplistQuestion = { format: 'json', suffix: undefined, contains: undefined, day: undefined };

test.each(['', 'unknown=1', 'Format=csv', 'domains[]=a.nz&string=b&string=c', '&&', 'formats=csv'])(
  'the query %j asks for the whole list as JSON',
  (query) => {
    expect(read(query)).toEqual(whole);
  },
);

test.each([
  ['format=json', whole],
  ['format=csv', { ...whole, format: 'csv' }],
  ['format=ndjson', { ...whole, format: 'ndjson' }],
  ['suffix=co.nz', { ...whole, suffix: 'co.nz' }],
  ['suffix=NZ', { ...whole, suffix: 'nz' }],
  ['suffix=m%C4%81ori.nz', { ...whole, suffix: 'maori.nz' }],
  ['suffix=ma%CC%84ori.nz', { ...whole, suffix: 'maori.nz' }],
  ['suffix=xn--mori-qsa.nz', { ...whole, suffix: 'maori.nz' }],
  ['contains=KIWI', { ...whole, contains: 'kiwi' }],
  ['contains=-', { ...whole, contains: '-' }],
  ['contains=M%C4%80ori', { ...whole, contains: 'māori' }],
  ['contains=ma%CC%84o', { ...whole, contains: 'māo' }],
  ['contains=xn--mori-qsa', { ...whole, contains: 'māori' }],
  [`contains=${'a'.repeat(63)}`, { ...whole, contains: 'a'.repeat(63) }],
] as const)('%s', (query, question) => {
  expect(read(query)).toEqual(question);
});

test.each([
  ['2026-11-21', '2026-11-21T00:00:00+13:00', '2026-11-22T00:00:00+13:00'],
  ['2026-04-05', '2026-04-05T00:00:00+13:00', '2026-04-06T00:00:00+12:00'],
  ['2026-09-27', '2026-09-27T00:00:00+12:00', '2026-09-28T00:00:00+13:00'],
  ['2028-02-29', '2028-02-29T00:00:00+13:00', '2028-03-01T00:00:00+13:00'],
])('date=%s is that day in Auckland, of 23, 24 or 25 hours', (date, from, until) => {
  expect(read(`date=${date}`).day).toEqual({ from: Date.parse(from), until: Date.parse(until) });
});

const parts = '1 to 63 of a–z, 0–9, hyphen and ā ē ī ō ū';
const suffixList =
  'nz, ac.nz, co.nz, cri.nz, geek.nz, gen.nz, health.nz, iwi.nz, kiwi.nz, maori.nz, mil.nz, net.nz, org.nz, school.nz, govt.nz, parliament.nz';
const days = 'a day of the calendar, from 1900 to 2199, written like 2026-11-21';
test.each([
  ['format=xml', 'The parameter "format" must be one of json, csv, ndjson.'],
  ['format=', 'The parameter "format" must be one of json, csv, ndjson.'],
  ['format=CSV', 'The parameter "format" must be one of json, csv, ndjson.'],
  ['format=constructor', 'The parameter "format" must be one of json, csv, ndjson.'],
  ['suffix=co.uk', `The parameter "suffix" must be one of ${suffixList}.`],
  ['suffix=.co.nz', `The parameter "suffix" must be one of ${suffixList}.`],
  ['suffix=', `The parameter "suffix" must be one of ${suffixList}.`],
  [`suffix=${'a'.repeat(5000)}`, `The parameter "suffix" must be one of ${suffixList}.`],
  ['contains=', `The parameter "contains" must be ${parts}.`],
  ['contains=a.b', `The parameter "contains" must be ${parts}.`],
  ['contains=caf%C3%A9', `The parameter "contains" must be ${parts}.`],
  ['contains=a+b', `The parameter "contains" must be ${parts}.`],
  ['contains=xn--kea-', `The parameter "contains" must be ${parts}.`],
  [`contains=${'a'.repeat(64)}`, `The parameter "contains" must be ${parts}.`],
  ['date=2026-11-31', `The parameter "date" must be ${days}.`],
  ['date=tomorrow', `The parameter "date" must be ${days}.`],
  ['date=', `The parameter "date" must be ${days}.`],
  ['date=2026-11-21T00:00:00Z', `The parameter "date" must be ${days}.`],
  ['format=csv&format=csv', 'The parameter "format" is given more than once.'],
  ['date=2026-11-21&suffix=nz&date=2026-11-22', 'The parameter "date" is given more than once.'],
])('%s is refused with a sentence', (query, sentence) => {
  const given = readDroplistQuestion(query);
  expect(given.ok ? undefined : apiSentence(given.reason)).toBe(sentence);
});

const names = ['kiwi.nz', 'kiwi-farm.co.nz', 'kea.kiwi.nz', 'xn--mori-qsa.co.nz', 'mori.nz', 'xn--pneke-g9a.school.nz'];
const drop = Date.parse('2026-11-21T00:00:34+13:00');
const entries = names.map(
  (domain, place): DroplistEntry => ({ domain, registered: 1, cancelled: 2, drop: drop + (place % 2) * 86_400_000 }),
);

test.each([
  ['', names],
  ['suffix=nz', ['kiwi.nz', 'mori.nz']],
  ['suffix=co.nz', ['kiwi-farm.co.nz', 'xn--mori-qsa.co.nz']],
  ['suffix=kiwi.nz', ['kea.kiwi.nz']],
  ['suffix=mil.nz', []],
  // in the label only, in Unicode
  ['contains=kiwi', ['kiwi.nz', 'kiwi-farm.co.nz']],
  ['contains=mori', ['mori.nz']],
  ['contains=%C4%81o', ['xn--mori-qsa.co.nz']],
  ['contains=p%C5%8Dn', ['xn--pneke-g9a.school.nz']],
  ['contains=xn--mori-qsa', ['xn--mori-qsa.co.nz']],
  ['contains=i-f', ['kiwi-farm.co.nz']],
  ['date=2026-11-21', ['kiwi.nz', 'kea.kiwi.nz', 'mori.nz']],
  ['date=2026-11-22', ['kiwi-farm.co.nz', 'xn--mori-qsa.co.nz', 'xn--pneke-g9a.school.nz']],
  ['date=2026-11-23', []],
  ['date=2026-11-22&suffix=co.nz&contains=farm', ['kiwi-farm.co.nz']],
])('%j leaves %j', (query, left) => {
  const question = read(query);
  expect(entries.filter((entry) => isAskedFor(entry, question)).map(({ domain }) => domain)).toEqual(left);
});
