import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keySorts, pageOfKeys } from '#db/access/keys.ts';
import { networkSorts, pageOfNetworks } from '#db/access/networks.ts';
import { pageOfRegistrars, registrarSorts } from '#db/access/registrars.ts';
import { pageOfUsers, userSorts } from '#db/access/users.ts';
import { type Connection, closeDatabase, openDatabase, openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { staff } from '#db/staff/schema.ts';
import { insertSession } from '#db/staff/sessions.ts';
import { type Address, addressFromWords } from '#lib/access/address.ts';
import { Allowlist, type AllowlistEntry } from '#lib/access/allowlist.ts';
import { parseNetwork } from '#lib/access/network.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { fullPast, numbers, quickPast, seedPast } from './staff-past.ts';

/** The number of rows of each list at which it must still be fast. */
const size = { keys: 100_000, users: 60_000, networks: 10_000, registrars: 200 } as const;

/** The text of the n-th network, half of them IPv6. */
function networkText(n: number): string {
  if (n % 2 === 0) return `${11 + (n >> 13)}.${(n >> 5) & 255}.${(n & 30) << 3}.0/24`;
  return `2001:db8:${n.toString(16)}::/48`;
}

/** The whole numbers from 1 to `last`, as a table. */
const upTo = (last: number) => numbers(1, last);

/** Fills a new database with keys, users, registrars and networks. */
function seedStaffData(writer: Connection, nowMs: number): void {
  const { keys, users, networks, registrars } = size;
  migrate(writer);
  writer.sqlite.exec(`BEGIN;
    INSERT INTO registrar (id, name, contact_email, note, per_second, enabled, created_at)
      SELECT value, 'Registrar ' || value, 'ops' || value || '@example.nz', '', NULL, 1, value FROM ${upTo(registrars)};
    INSERT INTO api_user (id, email, name, organisation, note, created_at)
      SELECT value, 'user' || value || '@organisation' || (value % 5000) || '.example', 'Name ' || value, 'Organisation ' || (value % 5000), '', value
      FROM ${upTo(users)};
    INSERT INTO api_key (id, user_id, hash, prefix, label, created_at, expires_at)
      SELECT value, 1 + (value * 7) % ${users}, 'hash ' || value, substr(hex(randomblob(4)), 1, 6), 'Label ' || (value % 900), value,
        iif(value % 3 = 0, ${nowMs} + value * 100000, NULL)
      FROM ${upTo(keys)};
    INSERT INTO key_use (key_id, last_used_at, last_network)
      SELECT value, ${nowMs} - value, '192.0.2.0/24' FROM ${upTo(keys)} WHERE value % 2 = 0;
    COMMIT; ANALYZE;`);
  const allow = writer.sqlite.prepare(
    'INSERT INTO allowed_network (registrar_id, network, note, created_at) VALUES (?, ?, ?, ?)',
  );
  writer.sqlite.transaction(() => {
    for (let n = 0; n < networks; n++) allow.run(n % 2 === 0 ? 1 : 1 + (n % 200), networkText(n), `Site ${n}`, n);
  })();
}

/** Adds an administrator with a session. @returns the cookie */
function seedAdministrator(databaseFile: string, nowMs: number): string {
  const { db, sqlite } = openWriter(databaseFile);
  const { id } = db
    .insert(staff)
    .values({ email: 'bench@watea.example', role: 'admin', createdAt: nowMs })
    .returning({ id: staff.id })
    .get();
  const token = generateToken();
  const place = { address: '127.0.0.1', limitKey: '127.0.0.1', agent: 'bench' };
  insertSession(db, { tokenHash: hashToken(token), staffId: id, stage: 'full', ...place }, nowMs);
  sqlite.close();
  return `watea-session=${token}`;
}

// node bench/staff.ts measures matching an address, the queries of the staff lists, and their pages, with a year of usage
// and a million changes; --quick has less of both

const { keys, users, networks } = size;
const nowMs = Date.now();
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' } } });

function matching(): void {
  const entries = Array.from({ length: networks }, (_, id): AllowlistEntry => {
    const parsed = parseNetwork(networkText(id));
    if (!parsed.ok) throw new Error(parsed.reason.code);
    return { id, registrarId: 1 + (id % 200), network: parsed.network };
  });
  const allowlist = new Allowlist(entries);
  const addresses = Array.from({ length: 4096 }, (_, at): Address => {
    const { family, words } = entries[(at * 7919) % networks]?.network ?? { family: 4, words: [0] };
    const last = words.length - 1;
    // every third address is in none of them
    const first = at % 3 === 0 ? 0x09000000 : (words[0] ?? 0);
    return addressFromWords(
      family,
      words.map((word, place) => (place === 0 ? first : word) + (place === last ? at % 200 : 0)),
    );
  });
  const rounds = 200;
  let inside = 0;
  for (const address of addresses) if (allowlist.getEntry(address, nowMs) !== undefined) inside++;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    for (const address of addresses) allowlist.getEntry(address, nowMs);
  }
  const { user, system } = process.cpuUsage(before);
  const each = (user + system) / (rounds * addresses.length);
  console.log(
    `matching an address against ${networks} networks: ${each.toFixed(2)} µs (${inside} of ${addresses.length} inside)`,
  );
}

const listPages = [
  '/admin',
  '/admin/search?q=organisation49',
  '/admin/users/1/usage?period=7d',
  '/admin/users/1/history',
  '/admin/users',
  '/admin/users?search=organisation49',
  '/admin/users?sort=email&page=1000',
  '/admin/users?sort=-keys&page=1000',
  '/admin/users/keys',
  '/admin/users/keys?search=zz',
  '/admin/users/keys?search=organisation49',
  '/admin/users/keys?page=1000',
  '/admin/registrars',
  '/admin/registrars/1',
  '/admin/registrars/1?search=2001&page=50',
];

/** What grows with use: counts and changes. */
const pastPages = [
  ...['24h', '7d', '30d', '90d', '365d'].map((period) => `/admin/usage?period=${period}`),
  '/admin/usage?period=7d&by=key',
  '/admin/usage?period=365d&by=key',
  '/admin/usage?period=365d&by=registrar',
  '/admin/audit',
  '/admin/audit?page=10000',
  '/admin/audit?search=subject4999',
  '/admin/audit?search=nothing-has-this',
  '/admin/audit?search=example',
  '/admin/audit?search=example&page=200',
  '/admin/audit?search=zz',
  '/admin/audit?search=49',
  '/admin/audit?search=Note&who=editor7@watea.example',
  '/admin/audit?search=perSecond&action=key',
];

/** The goal of the 95th percentile of such a page, in milliseconds. */
const goalMs = 150;

/** Prints the median and the slowest five. */
function report(title: string, times: { what: string; ms: number }[]): void {
  times.sort((one, other) => other.ms - one.ms);
  const median = times[Math.floor(times.length / 2)]?.ms ?? 0;
  console.log(`${title}: median ${median.toFixed(1)} ms; the slowest:`);
  for (const { what, ms } of times.slice(0, 5)) console.log(`  ${ms.toFixed(1)} ms  ${what}`);
}

/** CPU time of every query that a list can make. */
function questions(file: string): void {
  const database = openDatabase(file);
  const { writer, reader } = database;
  seedStaffData(writer, nowMs);
  const startedAt = performance.now();
  seedPast(writer, options.quick === true ? quickPast : fullPast, nowMs);
  console.log(`a year of usage and changes: ${((performance.now() - startedAt) / 1000).toFixed(0)} s to fill`);
  const times: { what: string; ms: number }[] = [];
  const time = (what: string, ask: () => unknown) => {
    ask();
    const before = process.cpuUsage();
    for (let round = 0; round < 3; round++) ask();
    const { user, system } = process.cpuUsage(before);
    times.push({ what, ms: (user + system) / 3000 });
  };
  const part = { page: 1, pageSize: 50 };
  for (const descending of [false, true]) {
    for (const page of [1, 1000]) {
      for (const search of ['', 'organisation49', 'zz']) {
        const some = { ...part, page, descending, search };
        const query = `${search === '' ? '' : ` search ${search}`} page ${page}${descending ? ' descending' : ''}`;
        for (const sort of keySorts) {
          const asked = { ...some, sort, userId: undefined, state: undefined };
          time(`keys by ${sort}${query}`, () => pageOfKeys(reader, asked, nowMs));
        }
        for (const sort of userSorts)
          time(`users by ${sort}${query}`, () => pageOfUsers(reader, { ...some, sort }, nowMs));
        for (const sort of networkSorts) {
          const asked = { ...some, sort, registrarId: 1, state: undefined };
          time(`networks by ${sort}${query}`, () => pageOfNetworks(reader, asked, nowMs));
        }
        for (const sort of registrarSorts) {
          time(`registrars by ${sort}${query}`, () => pageOfRegistrars(reader, { ...some, sort, state: undefined }));
        }
      }
    }
  }
  closeDatabase(database);
  report(`${times.length} questions of lists with ${keys} keys, ${users} users, ${networks} networks (CPU)`, times);
}

/** The times until the last byte of a page, in order; the first one compiles and is left out. */
async function timesOf(url: string, headers: Readonly<Record<string, string>>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = performance.now();
    const answer = await fetch(url, { headers, redirect: 'error' });
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes('</h1>')) throw new Error(`${url}: ${answer.status}, no page`);
    if (round > 0) times.push(performance.now() - before);
  }
  return times.sort((one, other) => one - other);
}

/** The pages of a production server: the lists, each the median of seven, and the 95th percentile of what grows with use. */
async function pages(file: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'error', PAGES_PER_SECOND: '100000' });
  const headers = { Cookie: seedAdministrator(file, nowMs) };
  const times: { what: string; ms: number }[] = [];
  for (const path of listPages) {
    const each = await timesOf(`${server.origin}${path}`, headers, 7);
    times.push({ what: path, ms: each[3] ?? 0 });
  }
  report(`${times.length} whole pages of the same lists, each the median of 7`, times);
  console.log(`p50 and p95 of 20 answers, in ms; the goal is a p95 of ${goalMs}:`);
  for (const path of pastPages) {
    try {
      const each = await timesOf(`${server.origin}${path}`, headers, 20);
      const [p50 = 0, p95 = 0] = [each[9], each[18]];
      console.log(
        `  ${p50.toFixed(0).padStart(5)} ${p95.toFixed(0).padStart(5)}${p95 > goalMs ? ' missed' : ''}  ${path}`,
      );
    } catch (fault) {
      console.log(`  ${String(fault)}`);
    }
  }
  await server.stop();
}

const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
try {
  matching();
  questions(join(folder, 'watea.db'));
  await pages(join(folder, 'watea.db'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
