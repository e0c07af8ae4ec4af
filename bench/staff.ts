import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { keySorts, pageOfKeys } from '#db/key-list.ts';
import { migrate } from '#db/migrate.ts';
import { networkSorts, pageOfNetworks } from '#db/network-list.ts';
import { pageOfRegistrars, registrarSorts } from '#db/registrar-list.ts';
import { pageOfUsers, userSorts } from '#db/user-list.ts';
import { type Address, addressFromWords } from '#lib/access/address.ts';
import { Allowlist, type AllowlistEntry } from '#lib/access/allowlist.ts';
import { parseNetwork } from '#lib/access/network.ts';

// node bench/staff.ts: CPU time of matching an address, and of the questions behind the staff lists, at full size

const [keys, users, networks] = [100_000, 60_000, 10_000];
const nowMs = Date.now();

/** The text of the n-th network, half of them IPv6. */
function networkText(n: number): string {
  if (n % 2 === 0) return `${11 + (n >> 13)}.${(n >> 5) & 255}.${(n & 30) << 3}.0/24`;
  return `2001:db8:${n.toString(16)}::/48`;
}

function matching(): void {
  const entries = Array.from({ length: networks }, (_, id): AllowlistEntry => {
    const parsed = parseNetwork(networkText(id));
    if (!parsed.ok) throw new Error(parsed.reason);
    return { id, registrarId: 1 + (id % 200), network: parsed.network };
  });
  const allowlist = new Allowlist(entries);
  const addresses = Array.from({ length: 4096 }, (_, at): Address => {
    const { family, words } = entries[(at * 7919) % networks]?.network ?? { family: 4, words: [0] };
    const last = words.length - 1;
    // every third address is outside of all of them
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

/** The whole numbers from 1 to `last`, as a table. */
const upTo = (last: number) =>
  `(WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${last}) SELECT value FROM n)`;

function lists(folder: string): void {
  const database = openDatabase(join(folder, 'watea.db'));
  const { writer, reader } = database;
  migrate(writer);
  writer.sqlite.exec(`BEGIN;
    INSERT INTO registrar (id, name, contact_email, note, per_second, enabled, created_at)
      SELECT value, 'Registrar ' || value, 'ops' || value || '@example.nz', '', NULL, 1, value FROM ${upTo(200)};
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
        const told = `${search === '' ? '' : ` search ${search}`} page ${page}${descending ? ' descending' : ''}`;
        for (const sort of keySorts) {
          const asked = { ...some, sort, userId: undefined, state: undefined };
          time(`keys by ${sort}${told}`, () => pageOfKeys(reader, asked, nowMs));
        }
        for (const sort of userSorts)
          time(`users by ${sort}${told}`, () => pageOfUsers(reader, { ...some, sort }, nowMs));
        for (const sort of networkSorts) {
          const asked = { ...some, sort, registrarId: 1, state: undefined };
          time(`networks by ${sort}${told}`, () => pageOfNetworks(reader, asked, nowMs));
        }
        for (const sort of registrarSorts) {
          time(`registrars by ${sort}${told}`, () => pageOfRegistrars(reader, { ...some, sort, state: undefined }));
        }
      }
    }
  }
  closeDatabase(database);
  times.sort((one, other) => other.ms - one.ms);
  const median = times[Math.floor(times.length / 2)]?.ms ?? 0;
  console.log(
    `${times.length} pages of lists with ${keys} keys, ${users} users, ${networks} networks: median ${median.toFixed(1)} ms; the slowest:`,
  );
  for (const { what, ms } of times.slice(0, 5)) console.log(`  ${ms.toFixed(1)} ms  ${what}`);
}

const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
try {
  matching();
  lists(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
