import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from '#tests/support/certificate.ts';
import { debianProgram } from '#tests/support/debian.ts';
import { processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, installed if they are missing; undefined where they cannot be had. */
export function postgresPrograms(): string | undefined {
  const installed = installedPrograms();
  if (installed !== undefined) return installed;
  debianProgram('pg_createcluster', 'postgresql');
  return installedPrograms();
}

/** The newest of Debian's, or those of the PATH. */
function installedPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const needed = ['postgres', 'initdb', 'pg_basebackup', 'psql'];
  return folders.find((folder) => needed.every((program) => existsSync(join(folder, program))));
}

/** PostgreSQL refuses to run as root. Its user owns its folders. */
export function postgresUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** For a test: no wait for the disk, because a killed process loses nothing that it has written. */
const forTests = 'fsync = off\nfull_page_writes = off\nshared_buffers = 32MB';
const usual = `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_wal_senders = 8
max_connections = 200
wal_keep_size = 256MB
logging_collector = off`;

/** How a server is set up. */
export interface PostgresSetup {
  readonly programs: string;
  readonly folder: string;
  readonly port: number;
  /** Whether it writes to the disk before it confirms. */
  readonly isDurable: boolean;
  /** With which it takes connections by TLS too. */
  readonly certificate?: Certificate | undefined;
}

/** One PostgreSQL server in a folder of its own. */
export class PostgresServer {
  readonly port: number;
  readonly #setup: PostgresSetup;
  readonly #user = postgresUser();
  #child: ChildProcess | undefined;

  constructor(setup: PostgresSetup) {
    this.#setup = setup;
    this.port = setup.port;
  }

  /** Its process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Where it writes what goes wrong. */
  get log(): string {
    return `${this.#setup.folder}.log`;
  }

  #program(name: string, args: readonly string[]): Promise<unknown> {
    return run(join(this.#setup.programs, name), args, { ...this.#user, cwd: dirname(this.#setup.folder) });
  }

  #configure(text: string): void {
    appendFileSync(join(this.#setup.folder, 'postgresql.conf'), `${text}\n`);
  }

  /** Makes a new database. Once a standby has connected, a commit waits for it if `isSynchronous`. */
  async create(isSynchronous: boolean): Promise<void> {
    const { folder, isDurable } = this.#setup;
    await this.#program('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync', '--no-instructions']);
    this.#configure(isDurable ? usual : `${usual}\n${forTests}`);
    if (isSynchronous) this.#configure("synchronous_standby_names = 'standby'");
    this.#encrypt();
  }

  /** PostgreSQL refuses a key that others than its user may read. */
  #encrypt(): void {
    const { folder, certificate } = this.#setup;
    if (certificate === undefined) return;
    const { uid, gid } = this.#user;
    for (const [name, text] of [
      ['server.crt', certificate.cert],
      ['server.key', certificate.key],
    ] as const) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      if (uid !== undefined && gid !== undefined) chownSync(join(folder, name), uid, gid);
    }
    this.#configure('ssl = on');
  }

  /** Makes its folder a copy of `primary`, which it then follows as a standby. */
  async copy(primary: PostgresServer): Promise<void> {
    const { folder } = this.#setup;
    rmSync(folder, { recursive: true, force: true });
    const address = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
    await this.#program('pg_basebackup', [...address, '-D', folder, '-X', 'stream', '-c', 'fast', '--no-sync']);
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    this.#configure(`primary_conninfo = '${from}'`);
    closeSync(openSync(join(folder, 'standby.signal'), 'w'));
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const { programs, folder } = this.#setup;
    const log = openSync(this.log, 'a');
    const child = spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(this.port)], {
      ...this.#user,
      cwd: dirname(folder),
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    await waitUntil(`PostgreSQL on port ${this.port}`, () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}; see ${this.log}`);
      return this.sql('SELECT 1').then(
        () => true,
        () => false,
      );
    });
  }

  /**
   * Runs SQL as its administrator.
   *
   * @returns the rows, each with its columns as text
   */
  async sql(text: string): Promise<string[][]> {
    const psql = join(this.#setup.programs, 'psql');
    const address = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '-d', 'postgres'];
    const args = [...address, '-XqAt', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-c', text];
    const { stdout } = await run(psql, args);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  }

  /** Sends a signal to all its processes, because each connection has one. */
  #signal(name: NodeJS.Signals): void {
    if (this.#child?.pid === undefined) return;
    for (const pid of processTree(this.#child.pid)) {
      try {
        signalProcess(pid, name);
      } catch {
        // it has ended meanwhile
      }
    }
  }

  /** Stops all its processes where they are, as a machine that hangs does. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** Lets it go on after `pause`. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Ends all its processes at once. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    this.#signal('SIGKILL');
    await ended;
  }

  /** Ends it in good order, without waiting for its clients. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    this.resume();
    // SIGINT is PostgreSQL's "fast" shutdown
    child.kill('SIGINT');
    await ended;
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true, 3600)');
  }
}
