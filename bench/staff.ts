import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keySorts, pageOfKeys } from '#db/access/key-list.ts';
import { networkSorts, pageOfNetworks } from '#db/access/network-list.ts';
import { pageOfRegistrars, registrarSorts } from '#db/access/registrar-list.ts';
import { pageOfUsers, userSorts } from '#db/access/user-list.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { type Address, addressFromWords } from '#lib/access/address.ts';
import { Allowlist, type AllowlistEntry } from '#lib/access/allowlist.ts';
import { parseNetwork } from '#lib/access/network.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { networkText, seedAdministrator, seedStaffData, size } from './staff-data.ts';

// node bench/staff.ts measures matching an address, the queries of the staff lists, and their pages, at full size

const { keys, users, networks } = size;
const nowMs = Date.now();

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

/** The time until the last byte of a list's page from a production server, the median of seven. */
async function pages(file: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'error', PAGES_PER_SECOND: '100000' });
  const headers = { Cookie: seedAdministrator(file, nowMs) };
  const times: { what: string; ms: number }[] = [];
  for (const path of listPages) {
    const each: number[] = [];
    for (let round = 0; round < 8; round++) {
      const before = performance.now();
      const answer = await fetch(`${server.origin}${path}`, { headers, redirect: 'error' });
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes('</h1>')) throw new Error(`${path}: ${answer.status}, no page`);
      each.push(performance.now() - before);
    }
    // the first one compiles
    times.push({ what: path, ms: each.slice(1).sort((one, other) => one - other)[3] ?? 0 });
  }
  await server.stop();
  report(`${times.length} whole pages of the same lists, each the median of 7`, times);
}

const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
try {
  matching();
  questions(join(folder, 'watea.db'));
  await pages(join(folder, 'watea.db'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
