import { expect, test } from 'vitest';
import { apiRequestOf } from '#lib/http/target.ts';
import { apiSentence } from '#lib/words/api.ts';
import { readAskedNames } from './asked-names.ts';

const mebibyte = 1024 * 1024;

interface Given {
  readonly query?: string;
  readonly method?: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

/** Asks as the server does. Gives the result and how often the body was read. */
async function read({ query = '', method = 'GET', type, body, headers = {} }: Given, maxDomains = 3) {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  let timesRead = 0;
  const sent = new Headers(headers);
  if (type !== undefined) sent.set('Content-Type', type);
  if (bytes !== undefined && !sent.has('transfer-encoding')) sent.set('Content-Length', String(bytes.byteLength));
  const request = new Request(`http://localhost/1.0/availability${query}`, { method, headers: sent });
  const readBody = async (limitBytes: number) => {
    timesRead++;
    return bytes !== undefined && bytes.byteLength > limitBytes ? null : (bytes ?? new Uint8Array());
  };
  const asked = await readAskedNames(apiRequestOf(request), readBody, maxDomains);
  return { asked, timesRead };
}

const form = 'application/x-www-form-urlencoded';
const domainsOf = async (given: Given, maxDomains?: number) => {
  const { asked } = await read(given, maxDomains);
  return asked.ok ? asked.names.map(({ domain }) => domain) : apiSentence(asked.reason);
};

test('R1: without a body, none is read', async () => {
  expect((await read({ query: '?domains[]=a.nz' })).timesRead).toBe(0);
  expect((await read({ query: '?domains[]=a.nz', method: 'POST' })).timesRead).toBe(0);
  expect((await read({ query: '?domains[]=a.nz', body: '' })).timesRead).toBe(0);
  expect((await read({ query: '?domains[]=a.nz', type: 'text/plain' })).timesRead).toBe(0);
});

test('R1: a body is read once, whether its length is announced or not', async () => {
  const announced = await read({ type: form, body: 'domains[]=a.nz' });
  const chunked = await read({ type: form, body: 'domains[]=a.nz', headers: { 'Transfer-Encoding': 'chunked' } });
  expect([announced.timesRead, chunked.timesRead]).toEqual([1, 1]);
  expect(chunked.asked).toEqual(announced.asked);
});

test('R1: an empty chunked body counts as no body, whatever its type', async () => {
  const headers = { 'Transfer-Encoding': 'chunked' };
  expect(await domainsOf({ query: '?domains[]=a.nz', body: '', type: 'text/plain', headers })).toEqual(['a.nz']);
});

test('R1: a body of 1 MiB is read; one byte more is 413, whatever its type', async () => {
  const body = `domains[]=a.nz&x=${'y'.repeat(mebibyte - 17)}`;
  expect(body).toHaveLength(mebibyte);
  expect(await domainsOf({ type: form, body })).toEqual(['a.nz']);
  for (const type of [form, 'text/plain', undefined]) {
    const { asked } = await read({ ...(type === undefined ? {} : { type }), body: `${body}y` });
    expect(asked).toEqual({
      ok: false,
      status: 413,
      reason: { code: 'body-too-large', most: mebibyte },
      headers: { Connection: 'close' },
    });
  }
});

test('R1: 415 and 413 come before faults of the query', async () => {
  const query = '?string=a&string=b';
  expect((await read({ query, type: 'text/plain', body: 'x' })).asked).toMatchObject({ status: 415 });
  expect((await read({ query, type: form, body: 'x'.repeat(mebibyte + 1) })).asked).toMatchObject({ status: 413 });
  expect((await read({ query, type: form, body: 'x=1' })).asked).toMatchObject({ status: 400 });
});

test.each<[given: Given, answer: string[] | string]>([
  [{ query: '?domains[]=a.nz&domains[1]=b.nz', type: form, body: 'domains[0]=c.nz' }, ['a.nz', 'b.nz', 'c.nz']],
  [{ method: 'POST', type: 'application/json;charset=utf-8', body: '\ufeff{"domains":["a.nz"]}' }, ['a.nz']],
  [{ method: 'POST', type: 'APPLICATION/JSON', body: '{"domains":[]}', query: '?domains[]=a.nz' }, ['a.nz']],
  [{ method: 'POST', type: 'application/json', body: '{"domains":["a.nz"],"domains":["b.nz"]}' }, ['b.nz']],
  [{ type: form, body: '&&domains[]=a.nz&=&' }, ['a.nz']],
  [{ type: 'application/json', body: '{}' }, `A body must be ${form}.`],
  [{ type: 'application/jsonp', method: 'POST', body: '{}' }, `A body must be ${form} or application/json.`],
  [
    { type: form, body: '\xff' },
    'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.',
  ],
])('R1, R2: %j', async (given, answer) => {
  expect(await domainsOf(given)).toEqual(answer);
});

test('R2: the limit counts the names of query and body together, not those of string', async () => {
  const query = '?string=kea&domains[]=a.nz&domains[]=b.nz';
  expect(await domainsOf({ query, type: form, body: 'domains[]=c.nz' })).toHaveLength(19);
  expect(await domainsOf({ query, type: form, body: 'domains[]=c.nz&domains[]=d.nz' })).toBe(
    '4 names were asked for; at most 3 are allowed in one request.',
  );
});

test('R2: an empty or too long string is reported before too many names', async () => {
  const names = '&domains[]=a.nz'.repeat(4);
  expect(await domainsOf({ query: `?string=${names}` })).toBe('The parameter "string" is empty.');
  expect(await domainsOf({ query: `?string=${'a'.repeat(300)}${names}` })).toBe(
    'The parameter "string" has 300 characters; at most 255 are allowed.',
  );
});

test('R3: bad names among good ones do not cause a refusal', async () => {
  const { asked } = await read({ query: '?domains[]=a.nz&domains[]=&domains[]=x' });
  expect(asked.ok ? asked.names.map(({ valid }) => valid) : asked).toEqual([true, false, false]);
});

test('R1: a caller that disconnects while its body is read causes an error, not an answer', async () => {
  const request = new Request('http://localhost/1.0/availability', {
    headers: { 'Content-Length': '5', 'Content-Type': form },
  });
  const gone = () => Promise.reject(new Error('gone'));
  await expect(readAskedNames(apiRequestOf(request), gone, 3)).rejects.toThrow('gone');
});
