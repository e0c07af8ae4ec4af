import { describe, expect, inject, test } from 'vitest';
import { expectError } from '#tests/support/error-shape.ts';
import { keys } from '#tests/support/fixture.ts';
import { type Asked, sendRaw } from '#tests/support/http.ts';
import { askBy, lanes, servedLanes } from '#tests/support/lanes.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';

const registry = '/1.0/availability';
const droplist = '/1.0/droplist';
const point = '/api/1.0/availability/yx/-41.05/174.05';
const key = `api_key=${keys.plain}`;
const broken = (text: string) => `"${text}" is not a percent escape; write % as %25.`;
const utf8 = (text: string) => `"${text}" is not UTF-8 in percent escapes.`;
const nul = 'The request must not contain a NUL (%00).';

/** Targets that a framework would repair, drop from, or fail on. */
const malformed: [target: string, sentence: string][] = [
  [`${registry}?string=%ZZ`, broken('%ZZ')],
  [`${registry}?string=a%`, broken('%')],
  [`${registry}?string=a%4`, broken('%4')],
  [`${registry}?string=%&x=1`, broken('%&x')],
  [`${registry}?string=%u0101`, broken('%u0')],
  [`${registry}?string=%%41`, broken('%%4')],
  [`${registry}?string=%-1`, broken('%-1')],
  [`${registry}?domains[]=ok.nz&domains[]=%G1.nz`, broken('%G1')],
  [`${registry}?%ZZ=1&string=a`, broken('%ZZ')],
  [`${registry}?string=a&unknown=%ZZ`, broken('%ZZ')],
  [`${registry}?string=%FF`, utf8('%FF')],
  [`${registry}?string=%C4`, utf8('%C4')],
  [`${registry}?string=%C4a`, utf8('%C4')],
  [`${registry}?string=%81`, utf8('%81')],
  [`${registry}?string=%C0%AF`, utf8('%C0%AF')],
  [`${registry}?string=%E0%80%AF`, utf8('%E0%80%AF')],
  [`${registry}?string=%ED%A0%80`, utf8('%ED%A0%80')],
  [`${registry}?string=%F5%80%80%80`, utf8('%F5%80%80%80')],
  [`${registry}?string=m%E1ori`, utf8('%E1')],
  [`${registry}?%FF=1&string=a`, utf8('%FF')],
  [`${registry}?string=a%00b`, nul],
  [`${registry}?%00=1&string=a`, nul],
  [`${registry}?domains[]=%C0%80.nz`, utf8('%C0%80')],
  [`${droplist}?%`, broken('%')],
  [`${droplist}?x=%FF`, utf8('%FF')],
  [`${droplist}?x=%00`, nul],
  ['/1.0/%ZZ', broken('%ZZ')],
  ['/1.0/%00', nul],
  ['/1.0/a%FFb', utf8('%FF')],
  [`${point}?api_key=%ZZ`, broken('%ZZ')],
  [`${point}?api_key=%FF`, utf8('%FF')],
  [`${point}?${key}&x=%00`, nul],
  [`${point}?${key}%00`, nul],
  [`/api/1.0/availability/yx/-41%/174?${key}`, broken('%/1')],
  [`/api/1.0/availability/yx/-41%00/174?${key}`, nul],
  [`/api/1.0/availability/yx/%FF/174?${key}`, utf8('%FF')],
  [`/1.0//availability?string=a`, 'The path must not contain an empty segment ("//").'],
  [`/api/1.0/availability/yx/-41.05//174.05?${key}`, 'The path must not contain an empty segment ("//").'],
  ['/1.0/./droplist', 'The path must not contain "." or ".." segments.'],
  ['/1.0/x/../droplist', 'The path must not contain "." or ".." segments.'],
  ['/1.0/x/%2e%2E/droplist', 'The path must not contain "." or ".." segments.'],
  ['/api/1.0/..', 'The path must not contain "." or ".." segments.'],
  [`${registry}?string=a\\b`, 'The request target must not contain a backslash; write %5C.'],
];

const twice: [target: string, sentence: string][] = [
  [`${registry}?string=a&string=b`, 'The parameter "string" is given more than once.'],
  [`${registry}?string=a&string=a`, 'The parameter "string" is given more than once.'],
  [`${registry}?string=a&string`, 'The parameter "string" is given more than once.'],
  [`${registry}?string=a&s%74ring=a&domains[]=b.nz`, 'The parameter "string" is given more than once.'],
  [`${point}?${key}&${key}`, 'The parameter "api_key" is given more than once.'],
  [`${point}?${key}&api_key=`, 'The parameter "api_key" is given more than once.'],
  [`${point}?api_key&${key}`, 'The parameter "api_key" is given more than once.'],
  [`${point}?${key}&api%5Fkey=x`, 'The parameter "api_key" is given more than once.'],
];

const one = (name: string) => `[{"code":"220","status":"Available","domain":"${name}"}]`;
/** Names that frameworks keep for themselves, and spellings that they change. */
const read: [query: string, body: string][] = [
  ['domains[]=kea.nz', one('kea.nz')],
  ['?domains[]=x.nz&domains[]=kea.nz', one('kea.nz')],
  ['domains%5B%5D=kea.nz', one('kea.nz')],
  ['domains[]=k%65a%2Enz', one('kea.nz')],
  ['&&&domains[]=kea.nz&&', one('kea.nz')],
  ['=x&=&domains[]=kea.nz', one('kea.nz')],
  ['_rsc=abc&domains[]=kea.nz', one('kea.nz')],
  ['nxtPpath=1&nxtIpath=2&path=3&domains[]=kea.nz', one('kea.nz')],
  ['__nextLocale=en&__nextDataReq=1&__nextDefaultLocale=en&domains[]=kea.nz', one('kea.nz')],
  ['amp=1&_next=1&domains[]=kea.nz', one('kea.nz')],
  ['__proto__[domains]=x&constructor[prototype]=y&domains[]=kea.nz', one('kea.nz')],
  ['domains=x.nz&domain[]=y.nz&DOMAINS[]=z.nz&domains[]=kea.nz', one('kea.nz')],
  ['String=x&strin=y&string[]=z&domains[]=kea.nz', one('kea.nz')],
  ['x=%25ZZ&y=%2500&domains[]=kea.nz', one('kea.nz')],
  ['x=%EF%BF%BD&domains[]=kea.nz', one('kea.nz')],
  [`${'x=1&'.repeat(5000)}domains[]=kea.nz`, one('kea.nz')],
  ['domains[]=a+b.nz', '[{"code":"500","status":"Invalid characters in query string","domain":"a b.nz"}]'],
  [
    'domains[]=a;domains[]=b.nz',
    '[{"code":"500","status":"Invalid characters in query string","domain":"a;domains[]=b.nz"}]',
  ],
  [
    'domains[]=%22%3C%5C%0A.nz',
    '[{"code":"500","status":"Invalid characters in query string","domain":"\\"<\\\\\\n.nz"}]',
  ],
];

describe.each(lanes)('by the %s', (lane) => {
  test.each(malformed)('B4: %s is 400', async (target, sentence) => {
    expectError(await askBy(lane, { target }), 400, sentence);
  });

  test.each(twice)('B4: %s is 400', async (target, sentence) => {
    expectError(await askBy(lane, { target }), 400, sentence);
  });

  test.each(read.map(([query, body]) => [query.slice(0, 80), query, body]))(
    'B4: %s is read as it was sent',
    async (_shown, query, body) => {
      const answered = await askBy(lane, { target: `${registry}?${query}` });
      expect(answered.body).toBe(body);
      expect(answered.status).toBe(200);
    },
  );

  test('B4: unknown parameters change nothing in what droplist and broadband answer', async () => {
    const unknown = 'string=a&domains[]=b&_rsc=1&nxtPy=1&nxtPx=2&y=3&x=4&y[]=5&callback=alert&fields=xml';
    for (const [plain, more] of [
      [droplist, `${droplist}?${unknown}&api_key=1&api_key=2`],
      [`${point}?${key}`, `${point}?${unknown}&${key}`],
    ] as const) {
      const [expected, given] = await Promise.all([askBy(lane, { target: plain }), askBy(lane, { target: more })]);
      expect(expected.status).toBe(200);
      expect(given.status).toBe(200);
      expect(given.body).toBe(expected.body);
    }
  });

  test('B4: path parameters cannot be replaced by the query', async () => {
    const { body } = await askBy(lane, { target: `${point}?${key}&nxtPy=-36&nxtPx=175&y=-36&x=175` });
    expect(body).toMatch(/^\{"location":\["174.05","-41.05"\],/);
  });

  const nearlyEndless: Asked = { target: `${registry}?domains[]=${'%C4%81'.repeat(5000)}.nz` };
  test('B4: a very long name is an entry, whole', async () => {
    const answered = await askBy(lane, nearlyEndless);
    expect(answered.status).toBe(200);
    expect(JSON.parse(answered.body)[0]).toMatchObject({ code: '500', original: `${'ā'.repeat(5000)}.nz` });
  });
});

describe.each(servedLanes)('on the socket of the %s', (lane) => {
  test.each([
    ['/1.0/droplist#fragment', 400],
    ['/1.0/droplist?#', 400],
    ['/1.0/droplist ?x', 400],
    ['/1.0/availability?string=\xe4', 400],
    ['?string=a', 400],
    ['1.0/droplist', 400],
    ['/1.0\\availability?string=a', 400],
    ['/1.0\\..\\droplist', 400],
    ['//1.0/droplist', 400],
    ['*', 400],
  ])('B4: the target %s is %i', async (target, status) => {
    const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1');
    const answers = readAnswers(await sendRaw(inject('contract')[lane], request));
    expect(answers.map((answered) => answered.status)).toEqual([status]);
    for (const { body, headers } of answers) {
      expect(body).not.toMatch(/[<>]/);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    }
  });
});
