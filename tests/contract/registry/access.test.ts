import { describe, expect, test } from 'vitest';
import { allowedNetwork } from '#db/access/schema.ts';
import { setGeneration } from '#db/generation.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';
import { addAllowedNetwork, addRegistrar, removeAllowedNetwork } from '#tests/support/access.ts';
import { availabilityHeaders, contractHeaders, droplistHeaders, errorText } from '#tests/support/contract.ts';
import { callers } from '#tests/support/fixture.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { askBy, lanes, setHandlerClock, setHandlerScene } from '#tests/support/lanes.ts';

const operations = [
  ['/1.0/availability?domains[]=kea.nz', availabilityHeaders],
  ['/1.0/droplist', droplistHeaders],
] as const;
const notAllowed = (address: string) =>
  errorText(
    403,
    `Your address ${address} is on no registrar's allowlist; to have it added, ask at http://localhost:3000/developers/ask-networks or write to support@watea.example.`,
  );

describe.each(lanes)('access to the registry by the %s', (lane) => {
  test.each(operations)('R11: %s refuses an address on no allowlist, and names it', async (target, headers) => {
    for (const from of [callers.stranger, '127.1.0.0', '127.255.255.254']) {
      const answered = await askBy(lane, { target, from });
      expect(answered.status).toBe(403);
      expect(answered.body).toBe(notAllowed(from));
      expect(contractHeaders(answered)).toEqual(headers);
    }
  });

  test.each(operations)('R11: %s lets in every address of an allowed network', async (target) => {
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.255']) {
      expect((await askBy(lane, { target, from })).status).toBe(200);
    }
  });

  test.each([
    ['127.0.0.29', 100_000],
    [callers.nested, 7],
    ['127.0.0.31', 100_000],
    [callers.slowToo, 5],
  ])('R11: the longest matching prefix decides which registrar %s is', async (from, perSecond) => {
    const { headers } = await askBy(lane, { target: '/1.0/droplist', from });
    expect(headers['ratelimit-policy']).toBe(`"second";q=${perSecond};w=1`);
  });

  test('R11: the address is refused before the parameters are looked at', async () => {
    for (const target of ['/1.0/availability', '/1.0/availability?string=', '/1.0/availability?string=a&string=b']) {
      expect((await askBy(lane, { target, from: callers.stranger })).body).toBe(notAllowed(callers.stranger));
    }
  });

  test('R11: the answer says that the caller is unknown', async () => {
    const answered = await askBy(lane, { target: '/1.0/droplist', headers: { 'X-Forwarded-For': '192.0.2.1' } });
    expect(answered.status).toBe(403);
    expect(answered.body).toBe(
      errorText(
        403,
        'Your address cannot be known: a proxy stands in front: set TRUSTED_PROXIES. For help, write to support@watea.example.',
      ),
    );
  });
});

describe('access by the handler alone, from addresses that no socket of a test has', () => {
  test.each([
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['::ffff:7f00:1', 200],
    ['192.0.2.255', 200],
    ['192.0.3.0', 403],
    ['2001:db8:7::1', 200],
    ['2001:DB8:7:FFFF:FFFF:FFFF:FFFF:FFFF', 200],
    ['2001:db8:8::', 403],
    ['2001:db8:6:ffff:ffff:ffff:ffff:ffff', 403],
    ['::2', 403],
  ])('R11: %s gets %i', async (from, status) => {
    expect((await askBy('handler', { target: '/1.0/droplist', from })).status).toBe(status);
  });

  test('R11: the error names an IPv6 address in its short form, an IPv4-mapped one as IPv4', async () => {
    const refusals = [
      ['2001:0DB8:0008:0000:0000:0000:0000:0001', '2001:db8:8::1'],
      ['::ffff:198.51.100.7', '198.51.100.7'],
      ['::ffff:c633:6407', '198.51.100.7'],
    ] as const;
    for (const [from, shown] of refusals) {
      const { body } = await askBy('handler', { target: '/1.0/droplist', from });
      expect(body).toBe(notAllowed(shown));
    }
  });

  test.each(['fe80::1%eth0', '127.0.0.1:80', 'localhost', ''])('R11: the peer %j is nobody', async (from) => {
    const { status, body } = await askBy('handler', { target: '/1.0/droplist', from });
    expect(status).toBe(403);
    expect(body).toBe(
      errorText(
        403,
        "Your address cannot be established, so it is on no registrar's allowlist; for help, write to support@watea.example.",
      ),
    );
  });
});

const at = '2026-11-20T12:00:00+13:00';

/** A database with a register that was published, without names. */
function publishedDatabase() {
  const database = freshDatabase();
  setGeneration(database.writer.db, 'register', 1, Date.parse(at));
  buildWitness(database.writer);
  return database;
}

describe('access as the allowlist changes', () => {
  const status = async (from = '127.0.0.1') => (await askBy('handler', { target: '/1.0/droplist', from })).status;
  /** Asks until the answer is another; fails after a second. */
  async function changes(to: number): Promise<void> {
    await expect.poll(() => status(), { timeout: 1000, interval: 20 }).toBe(to);
  }

  test('R11: an empty allowlist lets nobody in; allowing and removing count within a second', async () => {
    const database = publishedDatabase();
    const { db } = database.writer;
    setHandlerScene({ databaseFile: database.writer.sqlite.name, now: at });
    for (const from of ['127.0.0.1', '::1', '192.0.2.1', '0.0.0.0', '::']) expect(await status(from)).toBe(403);

    const registrarId = addRegistrar(db, 'Registrar', null, 0);
    addAllowedNetwork(db, { registrarId, network: '127.0.0.1/32', note: '' }, 0);
    await changes(200);
    expect(await status('127.0.0.2')).toBe(403);
    removeAllowedNetwork(db, '127.0.0.1/32', 0);
    await changes(403);
  });

  test('R11: a network counts from its first instant to just before its last', async () => {
    const database = publishedDatabase();
    const { db } = database.writer;
    const registrarId = addRegistrar(db, 'Registrar', null, 0);
    const validFrom = Date.parse(at);
    db.insert(allowedNetwork)
      .values({ registrarId, network: '127.0.0.1/32', validFrom, validUntil: validFrom + 60_000, createdAt: 0 })
      .run();
    setHandlerScene({ databaseFile: database.writer.sqlite.name, now: at });
    for (const [now, expected] of [
      ['2026-11-20T11:59:59+13:00', 403],
      ['2026-11-20T12:00:00+13:00', 200],
      ['2026-11-20T12:00:59+13:00', 200],
      ['2026-11-20T12:01:00+13:00', 403],
    ] as const) {
      setHandlerClock(now);
      expect(await status(), now).toBe(expected);
    }
  });

  test('R11: a registrar that was disabled is not let in', async () => {
    const database = publishedDatabase();
    const { db } = database.writer;
    const registrarId = addRegistrar(db, 'Registrar', null, 0);
    database.writer.sqlite.exec('UPDATE registrar SET enabled = 0');
    addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, 0);
    setHandlerScene({ databaseFile: database.writer.sqlite.name, now: at });
    expect(await status()).toBe(403);
  });
});
