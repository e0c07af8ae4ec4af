import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { removeList, replaceList } from '#flows/places/import-places.ts';
import { broadbandHeaders, contractHeaders, keyLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, fixtureNow, fixtureNowMs, keys } from '#tests/support/fixture.ts';
import { askBy, closeHandlerScene, type Lane, lanes, setHandlerScene } from '#tests/support/lanes.ts';
import { tries } from '#tests/support/long.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const headers = { 'x-api-key': keys.addressesInBulk };
const answerHeaders = {
  ...broadbandHeaders,
  ...keyLimitHeaders(100_000, 1_000_000),
  'cache-control': 'private, no-store',
};

interface Listed {
  readonly id: string;
  readonly text: string;
  readonly location: readonly [string, string];
}

const find = (lane: Lane, query: string) => askBy(lane, { target: `/api/2.0/addresses?${query}`, headers });
async function listed(lane: Lane, text: string): Promise<Listed[]> {
  const answered = await find(lane, `q=${encodeURIComponent(text)}`);
  expect(answered.status).toBe(200);
  return JSON.parse(answered.body).addresses;
}
async function onlyOne(lane: Lane, text: string): Promise<Listed> {
  const [found, ...others] = await listed(lane, text);
  if (found === undefined || others.length > 0) throw new Error(`${text} is not one address.`);
  return found;
}
const atId = (lane: Lane, id: string) => askBy(lane, { target: `/api/2.0/availability/address/${id}`, headers });
const atPoint = async (lane: Lane, [x, y]: readonly [string, string]) =>
  (await askBy(lane, { target: `/api/2.0/availability/${y}/${x}`, headers })).body;
const bulk = (lane: Lane, body: string, type = 'application/json') =>
  askBy(lane, {
    target: '/api/2.0/availability',
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
    body,
  });
const linesOf = (text: string) => text.trimEnd().split('\n');

const levin = '3 Kōwhai Road, Levin';
const otaki = '3 Kōwhai Road, Ōtaki';

describe.each(lanes)('addresses by the %s', (lane) => {
  test('N17: are found as the map finds them, with id, text and location', async () => {
    const answered = await find(lane, 'q=3+kowhai+rd');
    expect(answered.status).toBe(200);
    expect(JSON.parse(answered.body)).toEqual({
      addresses: [
        { id: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]{7}$/), text: levin, location: ['174.05', '-40.95'] },
        { id: expect.stringMatching(/^[0-9a-z]+-[0-9a-z]{7}$/), text: otaki, location: ['175.05', '-40.95'] },
      ],
    });
    expect(contractHeaders(answered)).toEqual(answerHeaders);
  });

  test('N17: only addresses are found, at most as many as asked for', async () => {
    expect(await listed(lane, 'Whangārei')).toEqual([]);
    const one = JSON.parse((await find(lane, 'q=kowhai+road&limit=1')).body);
    expect(one.addresses).toHaveLength(1);
  });

  test.each([
    ['', 'Say what to look for in the parameter "q".'],
    ['q=', 'Say what to look for in the parameter "q".'],
    ['q=a&q=b', 'The parameter "q" is given more than once.'],
    [`q=${'a'.repeat(201)}`, 'The text has 201 characters; at most 200 are read.'],
    ['q=a&limit=0', 'The parameter "limit" must be a whole number from 1 to 50.'],
    ['q=a&limit=51', 'The parameter "limit" must be a whole number from 1 to 50.'],
    ['q=a&limit=1e1', 'The parameter "limit" must be a whole number from 1 to 50.'],
    ['q=a&limit=1&limit=1', 'The parameter "limit" is given more than once.'],
  ])('N17: %s is 400', async (query, sentence) => {
    expectError(await find(lane, query), 400, sentence);
  });

  test('N17: the answer of an address is that of its point, byte for byte', async () => {
    for (const text of [levin, otaki, '12 Rātā Street, Naenae']) {
      const address = await onlyOne(lane, text);
      const answered = await atId(lane, address.id);
      expect(answered.status).toBe(200);
      const start = JSON.stringify({ id: address.id, text: address.text }).slice(0, -1);
      expect(answered.body).toBe(`${start},${(await atPoint(lane, address.location)).slice(1)}`);
      expect(contractHeaders(answered)).toEqual(answerHeaders);
    }
  });

  test('N17: an address outside the service area is 400', async () => {
    const { id, location } = await onlyOne(lane, '9 Wharf Road');
    expect(location).toEqual(['-176.56', '-43.95']);
    const answered = await atId(lane, id);
    expectError(answered, 400);
    expect(answered.body).toContain('out of the service coverage area');
  });

  test.each(['x', '1-0000000', '99999-0000000', '0-0000000', '%31-0000000', "1'--", `1-${'0'.repeat(60)}`])(
    'N17: the id %s is 404',
    async (id) => {
      expectError(
        await atId(lane, id),
        404,
        'No address has this id. Ids may change when the addresses are updated: look the address up again.',
      );
    },
  );

  test('N1: without a key both are 401', async () => {
    for (const target of ['/api/2.0/addresses?q=a', '/api/2.0/availability/address/1-0000000'])
      expectError(await askBy(lane, { target, from: callers.stranger }), 401);
  });

  test('N17: in bulk, ids and texts are answered on a line each, in order, as alone', async () => {
    const [one, other] = [await onlyOne(lane, levin), await onlyOne(lane, otaki)];
    const alone = async ({ id }: Listed) => (await atId(lane, id)).body;
    const unknown = (await atId(lane, '1-0000000')).body;
    const ids = await bulk(lane, JSON.stringify({ address_ids: [other.id, '1-0000000', one.id, 7] }));
    expect(ids.status).toBe(200);
    expect(contractHeaders(ids)).toEqual({ ...answerHeaders, 'content-type': 'application/x-ndjson' });
    expect(linesOf(ids.body)).toEqual([
      await alone(other),
      unknown,
      await alone(one),
      '{"code":400,"error":"An address must be a text."}',
    ]);
    expect((await bulk(lane, `address_id\n${other.id}\n1-0000000\n`, 'text/csv')).body).toBe(
      `${await alone(other)}\n${unknown}\n`,
    );
    const texts = await bulk(lane, JSON.stringify({ addresses: ['3 kowhai rd otaki', '3 Kōwhai Road', 'Nowhere'] }));
    expect(linesOf(texts.body)).toEqual([
      await alone(other),
      JSON.stringify({
        code: 400,
        error: 'The text does not clearly mean one address: choose one of the candidates.',
        candidates: [one, other],
      }),
      '{"code":404,"error":"No address like this was found."}',
    ]);
    const csv = await bulk(lane, `Address\r\n"${levin}"\r\n${otaki}\r\n`, 'text/csv');
    expect(linesOf(csv.body)).toEqual([await alone(one), await alone(other)]);
    const tooLong = await bulk(lane, JSON.stringify({ addresses: ['a'.repeat(201)] }));
    expect(tooLong.body).toBe('{"code":400,"error":"The text has 201 characters; at most 200 are read."}\n');
  });

  test.each([
    ['{}', 'The body must have one of the lists "points", "address_ids", "addresses".'],
    ['null', 'The body must have one of the lists "points", "address_ids", "addresses".'],
    ['{"points":[],"addresses":[]}', 'The body must have one of the lists "points", "address_ids", "addresses".'],
    ['{"addresses":"x"}', '"addresses" must be a list of texts.'],
    ['{"address_ids":[]}', 'No address was asked for.'],
    ['{"points":[]}', 'No point was asked for.'],
    [
      '{',
      'The body is not JSON; a JSON body must be {"points": [[latitude, longitude], …]}, {"address_ids": […]} or {"addresses": […]}.',
    ],
    [
      JSON.stringify({ address_ids: new Array(10_001).fill('') }),
      'At most 10000 addresses are allowed in one request.',
    ],
  ])('N17: %.40s in bulk is 400', async (body, sentence) => {
    expectError(await bulk(lane, body), 400, sentence);
  });

  test('N17: a bulk body of another type is 415, and CSV without addresses 400', async () => {
    expectError(await bulk(lane, 'x', 'text/plain'), 415, 'A body must be application/json or text/csv.');
    expectError(await bulk(lane, 'address\n', 'text/csv'), 400, 'No address was asked for.');
  });
});

describe('a list of many addresses', () => {
  const count = tries(2_000, 100_000);
  let fixture: OwnFixture;
  const streets = ['Rātā Street', 'Kōwhai Road', 'Tui Lane', 'Mānuka Terrace', 'Kea Place'];
  const addressAt = (at: number) => ({
    name: `${Math.floor(at / streets.length) + 1} ${streets[at % streets.length]}, Naenae`,
    detail: '',
    latitude: Math.round(-41e7 + ((at * 7919) % 1_000_003)) / 1e7,
    longitude: Math.round(174e7 + ((at * 104_729) % 30_000_001)) / 1e7,
    isMaori: false,
    isServed: true,
    rank: 0,
  });
  const options = { source: 'addresses.csv', nowMs: fixtureNowMs, sha256: () => '' };
  async function change(work: (writer: ReturnType<typeof openWriter>) => Promise<unknown>) {
    const writer = openWriter(fixture.databaseFile);
    await work(writer);
    writer.sqlite.close();
    setHandlerScene({ databaseFile: fixture.databaseFile, now: fixtureNow });
  }
  const namesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => addressAt(from + at).name);

  beforeAll(async () => {
    fixture = await ownFixture();
    const addresses = Array.from({ length: count }, (_, at) => addressAt(at));
    await change((writer) => replaceList(writer, 'addresses', addresses, options));
  });
  afterAll(() => {
    closeHandlerScene();
    return fixture.remove();
  });

  test(`N17: every address has the answer of its point, byte for byte, by text and by id`, async () => {
    for (let from = 0; from < count; from += 10_000) {
      const names = namesOf(from, Math.min(count, from + 10_000));
      const byText = linesOf((await bulk('handler', JSON.stringify({ addresses: names }))).body);
      const answers = byText.map((line) => JSON.parse(line));
      expect(answers.map(({ text }) => text)).toEqual(names);
      const byId = linesOf((await bulk('handler', JSON.stringify({ address_ids: answers.map(({ id }) => id) }))).body);
      expect(byId).toEqual(byText);
      const points = answers.map(({ location: [x, y] }) => [y, x]);
      const ofPoints = linesOf((await bulk('handler', JSON.stringify({ points }))).body);
      const expected = answers.map(({ id, text }, at) => {
        const start = JSON.stringify({ id, text }).slice(0, -1);
        return `${start},${ofPoints[at]?.slice(1)}`;
      });
      expect(byId).toEqual(expected);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(names.length);
    }
  });

  test('N17: an id from before an import means the same address or none', async () => {
    const names = namesOf(0, 500);
    const idsOf = async () => {
      const lines = linesOf((await bulk('handler', JSON.stringify({ addresses: names }))).body);
      return lines.map((line) => JSON.parse(line).id as string);
    };
    const before = await idsOf();
    const others = Array.from({ length: count }, (_, at) => addressAt(at)).filter((_, at) => at % 3 > 0 || at > 400);
    await change((writer) => replaceList(writer, 'addresses', others, options));
    const after = linesOf((await bulk('handler', JSON.stringify({ address_ids: before }))).body);
    const found = after.map((line) => JSON.parse(line));
    expect(found.some(({ text }) => text === undefined)).toBe(true);
    for (const [at, { text, code }] of found.entries()) expect(code === 404 || text === names[at]).toBe(true);
  });

  test('N17: without addresses every question for one is 404, and points are answered', async () => {
    await change((writer) => removeList(writer, 'addresses', fixtureNowMs));
    const sentence = 'This server has no addresses: ask by latitude and longitude.';
    expectError(await find('handler', 'q=a'), 404, sentence);
    expectError(await atId('handler', '1-0000000'), 404, sentence);
    const line = `{"code":404,"error":"${sentence}"}\n`;
    expect((await bulk('handler', '{"addresses":["a"]}')).body).toBe(line);
    expect((await bulk('handler', '{"points":[[-42,172]]}')).status).toBe(200);
  });
});
