import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { postgresPrograms, postgresUser } from './postgres-server.ts';

/** Three PostgreSQL servers that Patroni manages, with etcd, on loopback ports. */
export interface PatroniCluster {
  /** An address with all three. */
  readonly url: string;
  /** Kills the leader's Patroni and PostgreSQL. */
  killLeader(): Promise<void>;
  /** Starts again what was killed, and waits until it is a standby. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

interface Member {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  child: ChildProcess | undefined;
}

/** Patroni's and etcd's programs, installed if they are missing; undefined where they cannot be had. */
export function patroniPrograms(): { patroni: string; etcd: string; postgres: string } | undefined {
  const postgres = postgresPrograms();
  const etcd = debianProgram('etcd', 'etcd-server');
  const patroni = debianProgram('patroni', 'patroni', 'python3-etcd');
  return patroni === undefined || etcd === undefined || postgres === undefined
    ? undefined
    : { patroni, etcd, postgres };
}

/** The setup that docs/operate/cluster.md describes, with shorter times and without a watchdog, which a container lacks. */
function configuration(folder: string, postgres: string, etcdPort: number, { name, port, apiPort }: Member): object {
  return {
    scope: 'watea',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { wal_level: 'replica', max_connections: 100, wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: postgres,
      data_dir: join(folder, name),
      authentication: {
        superuser: { username: 'postgres', password: 'p' },
        replication: { username: 'replicator', password: 'p' },
        rewind: { username: 'postgres', password: 'p' },
      },
      parameters: { unix_socket_directories: folder, fsync: 'off', shared_buffers: '32MB' },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    watchdog: { mode: 'off' },
  };
}

/** Starts etcd and three servers in a temporary folder, and waits until a commit waits for a standby. */
export async function startPatroni(programs: NonNullable<ReturnType<typeof patroniPrograms>>): Promise<PatroniCluster> {
  const folder = makeFolder();
  const user = postgresUser();
  if ('uid' in user) chownSync(folder.path, Number(user.uid), Number(user.gid));
  const start = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder.path, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...user,
      cwd: folder.path,
      stdio: ['ignore', log, log],
      env: { ...process.env, HOME: folder.path },
    });
    closeSync(log);
    return child;
  };
  const etcd = await startEtcd(folder.path, (args) => start('etcd', programs.etcd, args));
  const members: Member[] = [];
  for (const name of ['one', 'two', 'three'])
    members.push({ name, port: await findFreePort(), apiPort: await findFreePort(), child: undefined });
  const run = (member: Member) => {
    const file = join(folder.path, `${member.name}.yml`);
    // JSON is YAML too
    writeFileSync(file, JSON.stringify(configuration(folder.path, programs.postgres, etcd.port, member)));
    member.child = start(member.name, programs.patroni, [file]);
  };
  members.forEach(run);
  const hasRole = (path: string) => async (member: Member) => await answersTo(member.apiPort, path);
  const find = async (path: string) => {
    const found = await Promise.all(members.map(hasRole(path)));
    return members.filter((_, at) => found[at]);
  };
  const isComplete = async () => (await find('/leader')).length === 1 && (await find('/synchronous')).length === 1;
  await waitUntil('Patroni', isComplete);
  return {
    url: `postgres://postgres:p@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
    async killLeader() {
      const [leader] = await find('/leader');
      if (leader !== undefined) await killTree(leader, join(folder.path, leader.name));
    },
    async restart() {
      for (const member of members) if (member.child === undefined) run(member);
      await waitUntil('all to be a leader or a standby', async () => (await find('/health')).length === members.length);
      await waitUntil('a synchronous standby', isComplete);
    },
    async remove() {
      for (const member of members) await killTree(member, join(folder.path, member.name));
      etcd.child.kill('SIGKILL');
      await once(etcd.child, 'exit');
      folder.remove();
    },
  };
}

async function startEtcd(folder: string, start: (args: readonly string[]) => ChildProcess) {
  const [port, peerPort] = [await findFreePort(), await findFreePort()];
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const child = start([
    '--name',
    'etcd',
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
    '--initial-cluster',
    `etcd=${peerUrl}`,
  ]);
  await waitUntil('etcd', () => answersTo(port, '/health'));
  return { port, child };
}

/** Whether a server of loopback answers 200. */
async function answersTo(port: number, path: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Kills Patroni and its PostgreSQL, as a machine that is switched off does. */
async function killTree(member: Member, dataFolder: string): Promise<void> {
  const { child } = member;
  if (child?.pid === undefined) return;
  const ended = once(child, 'exit');
  // Patroni lets go of the server that it has started
  const pids = [child.pid, postmasterOf(dataFolder)].flatMap((pid) => (pid === undefined ? [] : processTree(pid)));
  for (const pid of pids) {
    try {
      signalProcess(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
  await ended;
  member.child = undefined;
}

function postmasterOf(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : undefined;
}
