import { describe, expect, test } from 'vitest';
import { availabilityHeaders, contractHeaders, errorText, registrarLimitHeaders } from '#tests/support/contract.ts';
import { callers } from '#tests/support/fixture.ts';
import type { Asked } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const path = '/1.0/availability';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };
const mebibyte = 1024 * 1024;

const getForm = (query: string, body: string): Asked => ({ target: `${path}${query}`, headers: form, body });
const postForm = (query: string, body: string): Asked => ({ ...getForm(query, body), method: 'POST' });
const postJson = (query: string, value: unknown): Asked => ({
  target: `${path}${query}`,
  method: 'POST',
  headers: json,
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

const namesOf = (body: string) => JSON.parse(body).map((entry: { domain: string }) => entry.domain);
/** `string=kea` asks for its 16 names. */
const kea = 'nz ac.nz co.nz cri.nz geek.nz gen.nz health.nz iwi.nz kiwi.nz maori.nz mil.nz net.nz org.nz school.nz'
  .split(' ')
  .concat('govt.nz', 'parliament.nz')
  .map((suffix) => `kea.${suffix}`);

const accepted: [title: string, asked: Asked, names: string[]][] = [
  ['domains[] in the query', { target: `${path}?domains[]=b.nz&domains[]=a.nz` }, ['b.nz', 'a.nz']],
  ['one name twice', { target: `${path}?domains[]=a.nz&domains[]=a.nz` }, ['a.nz', 'a.nz']],
  ['brackets as escapes', { target: `${path}?domains%5B%5D=b.nz&domains%5b%5d=a.nz` }, ['b.nz', 'a.nz']],
  ['an escaped letter in the parameter', { target: `${path}?%64omains[]=a.nz&s%74ring=kea` }, [...kea, 'a.nz']],
  ['an empty name', { target: `${path}?domains[]=&domains[]&domains[]=a.nz` }, ['', '', 'a.nz']],
  ['plus as a space', { target: `${path}?domains[]=a+b.nz&domains[]=a%2Bb.nz` }, ['a b.nz', 'a+b.nz']],
  ['& and = in a value', { target: `${path}?domains[]=a%26b.nz&domains[]=a=b.nz` }, ['a&b.nz', 'a=b.nz']],
  ['empty pieces of the query', { target: `${path}?&&domains[]=a.nz&&` }, ['a.nz']],
  ['a second question mark', { target: `${path}?domains[]=a?.nz` }, ['a?.nz']],
  ['an unknown parameter', { target: `${path}?format=xml&domains[]=a.nz&Domains[]=b.nz&domain=c.nz` }, ['a.nz']],
  ["parameters of a framework's own", { target: `${path}?_rsc=1&nxtPpath=x&slug=y&domains[]=a.nz` }, ['a.nz']],
  ['names of objects', { target: `${path}?__proto__=x&constructor=y&toString=z&domains[]=a.nz` }, ['a.nz']],
  [
    'PHP indexes, in order of appearance',
    { target: `${path}?domains[7]=c.nz&domains[0]=a.nz&domains[]=b.nz&domains%5B007%5D=d.nz` },
    ['c.nz', 'a.nz', 'b.nz', 'd.nz'],
  ],
  [
    'what is no such index',
    { target: `${path}?domains[x]=a.nz&domains[-1]=b.nz&domains[1][]=c.nz&domains=d.nz&domains[]=e.nz` },
    ['e.nz'],
  ],
  ['string, and its names first', { target: `${path}?domains[]=a.nz&string=kea` }, [...kea, 'a.nz']],
  ['POST without a body', { target: `${path}?domains[]=a.nz`, method: 'POST' }, ['a.nz']],
  ['a form body of GET', getForm('', 'domains[]=b.nz&domains%5B%5D=a.nz'), ['b.nz', 'a.nz']],
  ['a form body of POST', postForm('', 'domains[]=b.nz&string=kea'), [...kea, 'b.nz']],
  [
    'query first, then body: GET',
    getForm('?domains[]=a.nz', 'domains[]=b.nz&string=kea&domains[3]=c.nz'),
    [...kea, 'a.nz', 'b.nz', 'c.nz'],
  ],
  ['query first, then body: POST', postForm('?domains[]=a.nz&string=kea', 'domains[]=b.nz'), [...kea, 'a.nz', 'b.nz']],
  [
    'query first, then body: JSON',
    postJson('?domains[]=a.nz', { domains: ['b.nz', 'a.nz'] }),
    ['a.nz', 'b.nz', 'a.nz'],
  ],
  ['JSON', postJson('', { string: 'kea', domains: ['b.nz', ''] }), [...kea, 'b.nz', '']],
  ['JSON with other fields', postJson('', { domains: ['b.nz'], format: 'xml', __proto__: 1 }), ['b.nz']],
  ['JSON of ā as it is', postJson('', '{"domains":["māori.co.nz"]}'), ['xn--mori-qsa.co.nz']],
  ['JSON of ā as an escape', postJson('', '{"domains":["m\\u0101ori.co.nz"]}'), ['xn--mori-qsa.co.nz']],
  ['JSON with half a surrogate pair', postJson('', '{"domains":["\\ud800.nz"]}'), ['xn--ib9b.nz']],
  ['JSON with percent signs, taken as they are', postJson('', { domains: ['%61.nz'] }), ['%61.nz']],
  ['a form with ā as raw UTF-8', postForm('', 'domains[]=māori.co.nz'), ['xn--mori-qsa.co.nz']],
  [
    'a type with a parameter, in capitals',
    {
      ...postForm('', 'domains[]=a.nz'),
      headers: { 'Content-Type': 'Application/X-WWW-Form-URLEncoded; charset=UTF-8' },
    },
    ['a.nz'],
  ],
  ['a body of 1 MiB exactly', postForm('', `domains[]=a.nz&x=${'y'.repeat(mebibyte - 17)}`), ['a.nz']],
  ['string of 255 characters', { target: `${path}?string=${'%C4%81'.repeat(255)}` }, []],
  ['HEAD', { target: `${path}?domains[]=a.nz`, method: 'HEAD' }, []],
];

const shape = 'a JSON body must be {"string": "…", "domains": ["…"]}';
const refused: [title: string, asked: Asked, status: number, sentence: string][] = [
  [
    'nothing',
    { target: path },
    400,
    'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  ],
  [
    'only what is unknown',
    { target: `${path}?name=a.nz&q=b.nz` },
    400,
    'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  ],
  [
    'only names that are meant for domains[]',
    { target: `${path}?domain=a.nz&domains=b.nz` },
    400,
    'The parameter "domain" is not read; full domain names are asked for with "domains[]", once for each name.',
  ],
  [
    'an empty form',
    { ...postForm('', ''), method: 'POST' },
    400,
    'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  ],
  [
    'an empty JSON object',
    postJson('', {}),
    400,
    'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  ],
  ['an empty string', { target: `${path}?string=` }, 400, 'The parameter "string" is empty.'],
  [
    'an empty string beside names',
    { target: `${path}?string&domains[]=a.nz` },
    400,
    'The parameter "string" is empty.',
  ],
  [
    'string of 256 characters',
    { target: `${path}?string=${'a'.repeat(256)}` },
    400,
    'The parameter "string" has 256 characters; at most 255 are allowed.',
  ],
  ['string twice', { target: `${path}?string=a&string=a` }, 400, 'The parameter "string" is given more than once.'],
  [
    'string in query and form',
    getForm('?string=a', 'string=b'),
    400,
    'The parameter "string" is given more than once.',
  ],
  [
    'string in query and JSON',
    postJson('?string=a', { string: 'b' }),
    400,
    'The parameter "string" is given more than once.',
  ],
  ['a form with %ZZ', postForm('', 'domains[]=%ZZ'), 400, '"%ZZ" is not a percent escape; write % as %25.'],
  ['a form that ends in %', getForm('', 'domains[]=a.nz%'), 400, '"%" is not a percent escape; write % as %25.'],
  ['a form with %FF', getForm('', 'domains[]=%FF.nz'), 400, '"%FF" is not UTF-8 in percent escapes.'],
  ['a form with a NUL', postForm('', 'domains[]=a%00.nz'), 400, 'The request must not contain a NUL (%00).'],
  ['a form with a raw NUL', postForm('', 'domains[]=a\0.nz'), 400, 'The request must not contain a NUL.'],
  [
    'a body that is not UTF-8',
    { ...postForm('', ''), body: Buffer.from('domains[]=\xff.nz', 'latin1') },
    400,
    'The body is not UTF-8.',
  ],
  ['broken JSON', postJson('', '{"domains":'), 400, `The body is not JSON; ${shape}.`],
  ['a JSON list', postJson('', ['a.nz']), 400, `The body is not an object; ${shape}.`],
  ['JSON null', postJson('', 'null'), 400, `The body is not an object; ${shape}.`],
  ['domains as a text', postJson('', { domains: 'a.nz' }), 400, `"domains" must be a list of texts; ${shape}.`],
  [
    'domains with a number',
    postJson('', { domains: ['a.nz', 1] }),
    400,
    `"domains" must be a list of texts; ${shape}.`,
  ],
  ['domains null', postJson('', { domains: null }), 400, `"domains" must be a list of texts; ${shape}.`],
  ['string as a number', postJson('', { string: 7 }), 400, `"string" must be a text; ${shape}.`],
  ['string null', postJson('', { string: null, domains: ['a.nz'] }), 400, `"string" must be a text; ${shape}.`],
  ['an empty JSON string', postJson('', { string: '' }), 400, 'The parameter "string" is empty.'],
  ['JSON with a NUL', postJson('', { domains: ['a\0.nz'] }), 400, 'The request must not contain a NUL.'],
  [
    'a body of another type',
    { ...postForm('', 'domains[]=a.nz'), headers: { 'Content-Type': 'text/plain' } },
    415,
    'A body must be application/x-www-form-urlencoded or application/json.',
  ],
  [
    'a body without a type',
    { ...postForm('', 'domains[]=a.nz'), headers: {} },
    415,
    'A body must be application/x-www-form-urlencoded or application/json.',
  ],
  [
    'multipart',
    { ...postForm('', '--x--'), headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
    415,
    'A body must be application/x-www-form-urlencoded or application/json.',
  ],
  [
    'JSON in a GET',
    { ...postJson('', { domains: ['a.nz'] }), method: 'GET' },
    415,
    'A body must be application/x-www-form-urlencoded.',
  ],
  [
    'a body of 1 MiB and a byte',
    postForm('?domains[]=a.nz', `x=${'y'.repeat(mebibyte - 1)}`),
    413,
    'The body is larger than 1 MiB.',
  ],
];

describe.each(lanes)('parameters of /1.0/availability by the %s', (lane) => {
  test.each(accepted)('R1, R2: %s', async (_title, asked, names) => {
    const { status, body } = await askBy(lane, asked);
    expect(status).toBe(200);
    if (names.length > 0) expect(namesOf(body)).toEqual(names);
  });

  test.each(refused)('R1, R2: %s is refused', async (_title, asked, status, sentence) => {
    const answered = await askBy(lane, asked);
    expect(answered.body).toBe(errorText(status, sentence));
    expect(answered.status).toBe(status);
    expect(contractHeaders(answered)).toEqual({ ...availabilityHeaders, ...registrarLimitHeaders(100_000) });
  });

  test('R2: 1,000 names are answered in the order asked, by query, form and JSON', async () => {
    const names = Array.from({ length: 1000 }, (_, place) => `name-${(place * 7919) % 1000}.co.nz`);
    const query = names.map((name) => `domains[]=${name}`).join('&');
    const asked = [
      { target: `${path}?${query}` },
      getForm('', query),
      postForm('', query),
      postJson('', { domains: names }),
    ];
    for (const one of asked) {
      const { body } = await askBy(lane, one);
      expect(namesOf(body)).toEqual(names);
    }
  });

  test('R2: with string, 1,000 names are still allowed', async () => {
    const { status, body } = await askBy(lane, postJson('?string=kea', { domains: new Array(1000).fill('a.nz') }));
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual([...kea, ...new Array(1000).fill('a.nz')]);
  });

  test('R2: 1,001 names are refused, with the limit and the count, whatever way they came', async () => {
    const query = new Array(1001).fill('domains[]=a.nz').join('&');
    const asked = [
      { target: `${path}?${query}` },
      getForm('', query),
      postJson('?domains[]=a.nz', { domains: new Array(1000).fill('a.nz') }),
    ];
    for (const one of asked) {
      const { status, body } = await askBy(lane, one);
      expect(status).toBe(400);
      expect(body).toBe(errorText(400, '1001 names were asked for; at most 1000 are allowed in one request.'));
    }
  });

  test('R1: a body is not judged before the address', async () => {
    const { status } = await askBy(lane, {
      ...postForm('', `x=${'y'.repeat(mebibyte)}`),
      headers: { 'Content-Type': 'text/plain' },
      from: callers.stranger,
    });
    expect(status).toBe(403);
  });
});
