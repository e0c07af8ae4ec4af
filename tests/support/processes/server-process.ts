import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { environmentWith } from '#tests/support/environment.ts';

const root = `${import.meta.dirname}/../../..`;

/** A server of the project, started like `npm start` on a free loopback port. */
export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Stops it. @returns its exit status */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  /** The descriptor of a socket to pass to it as systemd would. */
  readonly passedSocket?: number;
  /** Where another release is, to start that one. */
  readonly folder?: string;
  /** Whether to wait until its pages answer too, or for the APIs only: for tests of the start itself. */
  readonly pages?: 'ready' | 'later';
}

/** What a server prints once its pages answer too, and once its APIs answer; both have its port. */
const addressLines = {
  ready: /http:\/\/localhost:(\d+)\/1\.0\/availability/,
  later: /^Both APIs answer on port (\d+)\./m,
} as const;

/** Starts `server.ts` with these settings and waits until it answers. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  { passedSocket, folder = root, pages = 'ready' }: StartOptions = {},
): Promise<ServerProcess> {
  const { child, output } = spawnServer(environment, passedSocket, folder);
  // all of its output has arrived only then
  const closed = once(child, 'close');
  const port = await new Promise<number>((resolve, reject) => {
    const look = () => {
      const found = addressLines[pages].exec(output());
      if (found !== null) resolve(Number(found[1]));
    };
    child.stdout.on('data', look);
    void closed.then(([status]) => reject(new Error(`The server ended with ${status}:\n${output()}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    child,
    output,
    async stop() {
      child.kill('SIGTERM');
      const [status] = await closed;
      return status as number | null;
    },
  };
}

/** Runs `server.ts` until it exits by itself, for settings that it must refuse. */
export async function runServerToItsEnd(
  environment: Readonly<Record<string, string>>,
  folder = root,
): Promise<{ status: number | null; output: string }> {
  const { child, output } = spawnServer(environment, undefined, folder);
  const [status] = await once(child, 'close');
  return { status: status as number | null, output: output() };
}

/** Starts `server.ts` and collects everything that it prints. */
function spawnServer(environment: Readonly<Record<string, string>>, passedSocket?: number, folder = root) {
  const usual = [process.execPath, 'server.ts'];
  // only the process itself knows the number that must be in LISTEN_PID
  const passing = ['sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh', ...usual];
  const [command = '', ...args] = passedSocket === undefined ? usual : passing;
  const child = spawn(command, args, {
    cwd: folder,
    env: environmentWith({ NODE_ENV: 'production', PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe', ...(passedSocket === undefined ? [] : [passedSocket])],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return { child, output: () => printed };
}

/** Ports that the system gives to nobody who asks for any (`net.ipv4.ip_local_port_range`), as test servers do. */
const ownPorts = { first: 12_000, count: 20_000 };

/** A port without a listener at this moment, and not one that a server with `PORT=0` could be given meanwhile. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ownPorts.first + Math.floor(Math.random() * ownPorts.count);
    const server = net.createServer().listen(port, '::');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
