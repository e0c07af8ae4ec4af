import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openWriter } from '#db/client.ts';
import { runScheduledBackup } from '#flows/backup/back-up.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { parseSettings } from '#lib/env.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { watea } from '#tests/support/command-line.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { type Load, startLoad } from '#tests/support/processes/steady-load.ts';
import { generateRegister } from './generated/names.ts';
import { seedAccess, seedRegister } from './generated/seed.ts';
import { spreadOfValues } from './measure/measure.ts';

const rounds = 7;
const clients = 8;
/** Look-ups that each client sends at once. */
const pipelined = 16;
const key = 'BenchmarkKeyBenchmarkKeyBenchmarkKey0001';

/** `npm run bench -- backup 750000`: what a backup costs callers, how long it takes, and how long a standby takes over. */
export async function benchBackup(names: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
  const file = join(folder, 'watea.db');
  const nowMs = Date.now();
  seedAccess(file, key, nowMs);
  seedRegister(file, generateRegister(names, nowMs), nowMs);
  say(`${names} names: a database of ${sizeWords(statSync(file).size)}`);
  await besideLoad(file, join(folder, 'watea.tar.zst'));
  await shipped(file, folder);
  rmSync(folder, { recursive: true });
}

/** Look-ups a second during backups, as a share of those between them. */
async function besideLoad(file: string, archive: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'error' });
  const request = 'GET /1.0/availability?domains[]=example.co.nz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const load = startLoad({
    port: server.port,
    clients: Array.from({ length: clients }, () => Array.from({ length: pipelined }, () => request)),
    reconnects: true,
  });
  await sleep(2000);
  const shares: number[] = [];
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const during = await rateOf(load, () => watea(['backup', archive], { DATABASE_URL: `file:${file}` }));
    const between = await rateOf(load, () => sleep(during.seconds * 1000));
    seconds.push(during.seconds);
    shares.push(during.perSecond / between.perSecond);
    say(`  round ${round + 1}: ${during.perSecond.toFixed(0)}/s during, ${between.perSecond.toFixed(0)}/s after`);
  }
  await load.stop();
  await server.stop();
  const share = spreadOfValues(shares);
  const time = spreadOfValues(seconds);
  say(
    `look-ups during a backup: ${share.median.toFixed(3)} (${share.least.toFixed(3)}–${share.most.toFixed(3)}) of those between`,
  );
  say(
    `a full backup under load: ${time.median.toFixed(1)} s (${time.least.toFixed(1)}–${time.most.toFixed(1)}), ${sizeWords(statSync(archive).size)}`,
  );
}

async function rateOf(load: Load, work: () => Promise<unknown>): Promise<{ perSecond: number; seconds: number }> {
  const startedAt = performance.now();
  const before = load.answered();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: (load.answered() - before) / seconds, seconds };
}

/** A full backup and increments, sent to a standby that is then promoted. */
async function shipped(file: string, folder: string): Promise<void> {
  const standby = join(folder, 'standby');
  mkdirSync(standby);
  const { backup } = parseSettings({ BACKUP_DIR: join(folder, 'backups'), BACKUP_TO: standby });
  if (backup === undefined) throw new Error('BACKUP_DIR is set.');
  const writer = openWriter(file);
  const names = writer.sqlite.prepare('SELECT count(*) FROM domain').pluck().get() as number;
  for (const what of [
    'full',
    'increment, 1 % of the names',
    'increment, 1 % of the names',
    'increment, nothing changed',
  ]) {
    if (what.includes('1 %')) await changeSome(writer);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await runScheduledBackup(writer, backup);
    const { user, system } = process.cpuUsage(before);
    const ms = performance.now() - startedAt;
    const { bytes, fault } = writer.sqlite
      .prepare<[], { bytes: number; fault: string | null }>('SELECT bytes, fault FROM backup ORDER BY id DESC')
      .get() ?? { bytes: 0, fault: 'there is no backup' };
    if (fault !== null) throw new Error(`The backup failed: ${fault}`);
    say(
      `${what}: ${(ms / 1000).toFixed(1)} s until it has arrived, ${((user + system) / 1e6).toFixed(2)} s CPU, ${sizeWords(bytes)}`,
    );
  }
  writer.sqlite.close();
  const startedAt = performance.now();
  const environment = { DATABASE_URL: `file:${join(folder, 'promoted', 'watea.db')}` };
  const { status, stdout } = await watea(['promote', standby], environment);
  const promotedMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(stdout);
  const server = await startServer({ ...environment, LOG_LEVEL: 'error' });
  const ms = performance.now() - startedAt;
  await server.stop();
  say(`promoted ${names} names in ${(promotedMs / 1000).toFixed(1)} s, answering after ${(ms / 1000).toFixed(1)} s`);
}

/** Imports another registration date for one in a hundred names, all over the register. */
async function changeSome(writer: Connection): Promise<void> {
  const rows = writer.sqlite
    .prepare<[], { name: string; registered: number; cancelled: number | null }>(
      `SELECT name, registered, cancelled FROM (
         SELECT name, registered, cancelled, row_number() OVER (ORDER BY name) AS place FROM domain WHERE superseded = 0
       ) WHERE place % 100 = 0`,
    )
    .all();
  const text = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
  const lines = rows.map((row) => `${row.name},${text(row.registered - 1)},${text(row.cancelled)}`);
  await importRegister(writer, Readable.from([Buffer.from(['domain,registered,cancel_date', ...lines].join('\n'))]), {
    kind: 'merge',
    source: 'some.csv',
    maxMissing: 0,
    clock: Date.now,
    exclusive: true,
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
