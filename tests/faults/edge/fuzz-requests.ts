import { keys } from '#tests/support/fixture.ts';

/** Whole numbers from a seed; the same seed gives the same requests. */
export type Dice = (fewerThan: number) => number;

/** The generator `mulberry32`. */
export function diceOf(seed: number): Dice {
  let state = seed;
  return (fewerThan) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % fewerThan;
  };
}

/** A request that is whole, and the statuses that it may get. */
export interface Whole {
  readonly bytes: string;
  readonly method: string;
  readonly statuses: readonly number[];
  /** The request id that its answer must have, if it gave a valid one. */
  readonly id: string | undefined;
}

/** A target, the methods of its path, and what the methods other than OPTIONS get. */
interface Target {
  readonly target: string;
  readonly methods: readonly string[];
  readonly statuses: readonly number[];
}

const allMethods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'];
const read = ['GET', 'HEAD'];

/** The first three get most requests: without them nearly all would be 405. */
const anyMethod = (dice: Dice) => (dice(3) > 0 ? allMethods[dice(3)] : allMethods[dice(allMethods.length)]) ?? 'GET';
const oneOf = <Value>(dice: Dice, values: readonly Value[]) => values[dice(values.length)] as Value;
const repeated = (dice: Dice, most: number, make: () => string) =>
  Array.from({ length: dice(most + 1) }, make).join('');

const label = (dice: Dice) =>
  oneOf(dice, [
    'active',
    'kea',
    'm%C4%81ori',
    'xn--mori-qsa',
    '-',
    'a'.repeat(64),
    '%20',
    '..',
    'a%2Eb',
    '%F0%9F%A5%9D',
    '',
  ]);
const suffix = (dice: Dice) => oneOf(dice, ['.nz', '.co.nz', '.com', '', '.', '.nz.', '.m%C4%81ori.nz']);
const badEscape = (dice: Dice) => oneOf(dice, ['%zz', '%', '%4', '%FF', '%00', '%C0%AF', '%ED%A0%80', '%C4']);
const word = (dice: Dice) => repeated(dice, 8, () => oneOf(dice, [...'abz019-._~!$&()*+,;=:@']));
const number = (dice: Dice) =>
  oneOf(dice, ['-41.05', '174.05', '0', '-0', '90', '1e3', '+1', '.5', '1.', '-41.12345678', 'NaN', '9'.repeat(40)]);

/** The order of checks is that of B9: a malformed target is 400 before its path and its method are looked at. */
function apiTarget(dice: Dice): Target {
  const names = repeated(dice, 6, () => `&domains[]=${label(dice)}${suffix(dice)}`);
  switch (dice(15)) {
    case 0:
      return { target: `/1.0/availability?a=${badEscape(dice)}`, methods: allMethods, statuses: [400] };
    case 1:
      return {
        target: `/${oneOf(dice, ['/1.0', '1.0//a', '1.0/./a', 'api/../api'])}/x`,
        methods: allMethods,
        statuses: [400],
      };
    case 2:
      return {
        target: `/${oneOf(dice, ['1.0', 'api', '1%2E0', '%61pi', '1.0/droplist/x'])}/${word(dice).replaceAll('.', '')}!`,
        methods: [],
        statuses: [404],
      };
    case 3:
    case 4:
      return { target: '/1.0/droplist', methods: read, statuses: [200, 304] };
    case 5:
      return {
        target: `/1.0/droplist/released?${oneOf(dice, ['format=csv', 'format=xml', 'date=2026-11-20', 'date=x', ''])}`,
        methods: read,
        statuses: [200, 304, 400],
      };
    case 6:
      return {
        target: `/api/1.0/availability/yx/-41.0${dice(9)}/174.0${dice(9)}?api_key=${keys.plain}`,
        methods: read,
        statuses: [200, 429],
      };
    case 7:
      return {
        target: `/api/1.0/availability/yx/1/2?api_key=${oneOf(dice, ['', 'x', keys.revoked, word(dice).replace(/[&=]/g, '')])}`,
        methods: read,
        statuses: [401, 429],
      };
    case 8:
      return {
        target: `/api/1.0/availability/yx/${number(dice)}/${number(dice)}?api_key=${keys.plain}`,
        methods: read,
        statuses: [200, 400, 404, 429],
      };
    case 10:
      return {
        target: `/api/2.0/availability/${number(dice)}/${number(dice)}?api_key=${keys.plain}`,
        methods: read,
        statuses: [200, 400, 404, 429],
      };
    case 11:
      return {
        target: `/api/2.0/addresses?q=${label(dice)}&limit=${dice(60)}&api_key=${keys.plain}`,
        methods: read,
        statuses: [200, 400, 429, 503],
      };
    case 12:
      return {
        target: `/api/2.0/availability/address/${dice(9)}-${word(dice).replace(/[.&=]/g, '')}0?api_key=${keys.plain}`,
        methods: read,
        statuses: [200, 404, 429],
      };
    case 9:
      return { target: '/1.0/availability', methods: [...read, 'POST'], statuses: [200, 400, 413, 415] };
    default:
      return {
        target: `/1.0/availability?string=active${names}`,
        methods: [...read, 'POST'],
        statuses: [200, 400, 413, 415],
      };
  }
}

function pageTarget(dice: Dice): Target {
  const methods = [...read, 'POST'];
  switch (dice(15)) {
    case 0:
      return { target: `/${word(dice)}${badEscape(dice)}`, methods: allMethods, statuses: [400] };
    case 1:
      return { target: '/healthz', methods: read, statuses: [200] };
    case 2:
      return {
        target: oneOf(dice, ['/favicon.ico', '/mark.svg', '/land/nz.json', '/apple-touch-icon.png']),
        methods: read,
        statuses: [200, 304],
      };
    case 3:
      return {
        target: `/availability/${number(dice)}/${number(dice)}`,
        methods,
        statuses: [200, 307, 308, 400, 404, 429, 503],
      };
    case 4:
      return {
        // `work` is where jobs were before
        target: `/admin/${oneOf(dice, ['', 'staff', 'uploads/x/y', 'jobs/1', 'work/1', 'login', `${word(dice)}!`])}`,
        methods,
        statuses: [200, 303, 307, 308, 400, 404, 429, 503],
      };
    case 5:
      return {
        target: oneOf(dice, [
          '/admin/audit/export',
          '/admin/jobs/1/state',
          `/admin/coverage/versions/${dice(9)}/download`,
        ]),
        methods: read,
        statuses: [307, 401, 404],
      };
    case 6:
      return {
        target: `/preview/${number(dice)}/${number(dice)}.png`,
        methods: read,
        statuses: [200, 304, 400, 404, 429, 503],
      };
    case 7:
      return {
        target: `/${oneOf(dice, ['places', 'areas'])}?q=${label(dice)}&west=${number(dice)}`,
        methods: read,
        statuses: [200, 304, 400, 401, 403, 429, 503],
      };
    case 8:
      return {
        target: `/?lang=${oneOf(dice, ['en', 'mi', 'xx', ''])}&address=${label(dice)}`,
        methods,
        statuses: [200, 307, 400, 429, 503],
      };
    case 9:
      return {
        target: `/_next/${oneOf(dice, ['static/chunks/x.js', 'data/x.json', 'image?url=/x', word(dice)])}`,
        methods: read,
        statuses: [200, 308, 400, 404],
      };
    default:
      return {
        target: `/${oneOf(dice, ['embed', 'area', 'compare', 'nowhere'])}/${word(dice)}!`,
        methods,
        statuses: [200, 307, 308, 400, 404, 429, 503],
      };
  }
}

/** Header lines that change no status, or only between those that a target allows. */
const harmless = (dice: Dice): string =>
  oneOf(dice, [
    `X-A${dice(9)}: ${word(dice)}\r\n`,
    `x-empty:\r\n`,
    `X-Blank: \t ${word(dice)} \t\r\n`,
    `Accept: ${oneOf(dice, ['*/*', 'text/html', 'application/json;q=0.1', ';;', word(dice)])}\r\n`,
    `Accept-Encoding: ${oneOf(dice, ['gzip', 'br', '*;q=0', 'identity;q=0', ',,;q=x'])}\r\n`,
    `Accept-Language: ${oneOf(dice, ['mi', 'en', 'mi;q=2', ';;', '*'])}\r\n`,
    `If-None-Match: ${oneOf(dice, ['"x"', 'W/"x"', 'x', '"', ','])}\r\n`,
    `If-Modified-Since: ${oneOf(dice, ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'])}\r\n`,
    `Range: ${oneOf(dice, ['bytes=0-1', 'bytes=9-1', 'bytes=-0', 'bytes=99999999-', 'x'])}\r\n`,
    `Origin: https://${oneOf(dice, ['watea.example', 'other.example'])}\r\n`,
    `Cookie: ${word(dice)}=${word(dice)}; lang=${oneOf(dice, ['mi', 'en', 'x'])}\r\n`,
    `Referer: https://watea.example/${word(dice)}\r\n`,
    `Authorization: Bearer ${word(dice)}\r\n`,
    `TE: trailers\r\n`,
    `Latin: \xe9\xff\r\n`,
  ]);

function bodyOf(dice: Dice, method: string): string {
  if (method !== 'POST' || dice(2) === 0) return '\r\n';
  const body = oneOf(dice, [
    '',
    '{}',
    '{"domains":["active.nz"]}',
    'string=kea',
    '{"string":1}',
    '[',
    '\0',
    '\xff\xfe',
    'a'.repeat(dice(3000)),
  ]);
  const type = oneOf(dice, [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'x',
  ]);
  const typed = `Content-Type: ${type}\r\n`;
  if (dice(2) === 0) return `${typed}Content-Length: ${body.length}\r\n\r\n${body}`;
  const half = dice(body.length + 1);
  const chunks = [body.slice(0, half), body.slice(half)].filter((chunk) => chunk !== '');
  const coded = chunks
    .map((chunk) => `${chunk.length.toString(16)}${dice(3) === 0 ? ';a="b"' : ''}\r\n${chunk}\r\n`)
    .join('');
  return `${typed}Transfer-Encoding: chunked\r\n\r\n${coded}0\r\n${dice(3) === 0 ? 'X-T: a\r\n' : ''}\r\n`;
}

/** Makes a whole request of the grammar. */
export function wholeRequest(dice: Dice, kind: 'api' | 'page'): Whole {
  const { target, methods, statuses } = kind === 'api' ? apiTarget(dice) : pageTarget(dice);
  const method = anyMethod(dice);
  const id = dice(3) === 0 ? `fuzz-${dice(1e9)}` : undefined;
  const form = dice(8) === 0 ? `http://other.example${target}` : target;
  const lines = [`Host: ${oneOf(dice, ['x', 'watea.example', '127.0.0.1:80', '[::1]', ''])}\r\n`];
  if (id !== undefined) lines.push(`X-Request-Id: ${id}\r\n`);
  lines.push(repeated(dice, 4, () => harmless(dice)));
  const bytes = `${method} ${form} HTTP/1.1\r\n${lines.join('')}${bodyOf(dice, method)}`;
  return { bytes, method, id, statuses: statusesOf(method, methods, statuses) };
}

function statusesOf(method: string, methods: readonly string[], statuses: readonly number[]): readonly number[] {
  if (methods === allMethods || methods.length === 0) return statuses;
  // an unknown page is 404 by OPTIONS and by any other method only to Next, which never sees these
  if (method === 'OPTIONS') return [204, ...statuses.filter((status) => status === 404)];
  if (methods.includes(method)) return method === 'POST' ? [...statuses, 400, 403, 404, 413, 415] : statuses;
  return [405, ...statuses.filter((status) => status === 404)];
}

const odd = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ':',
  '\x7f',
  '\xff',
  '%',
  '\r\n\r\n',
  '0',
  '-',
  'HTTP/2.0',
  'Host: y\r\n',
];
// Node drops what follows an Upgrade in the same packet: no client sends that, it waits for the answer
const lines = [
  'Upgrade: h2c\r\nConnection: Upgrade\r\n',
  'Content-Length: 1\r\n',
  'Content-Length: -1\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Expect: 100-continue\r\n',
  'Host: z\r\n',
  ' folded\r\n',
  'no colon\r\n',
  'Connection: close\r\n',
  `Long: ${'a'.repeat(140_000)}\r\n`,
];

/** Breaks a request in one to three places: bytes changed, removed, inserted or repeated, a line added, the end cut off. */
export function broken(dice: Dice, request: string): string {
  let text = request;
  for (let times = dice(3); times >= 0; times--) {
    const at = dice(text.length + 1);
    const to = at + dice(20);
    const head = text.indexOf('\r\n') + 2;
    text = oneOf<() => string>(dice, [
      () => text.slice(0, at) + String.fromCharCode(dice(256)) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, at) + oneOf(dice, odd) + text.slice(at),
      () => text.slice(0, to) + text.slice(at, to) + text.slice(to),
      () => text.slice(0, head) + oneOf(dice, lines) + text.slice(head),
      () => text.slice(0, at),
    ])();
  }
  return text;
}
