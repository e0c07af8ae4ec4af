import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import type { Bench } from '#bench/bench.ts';
import { benchKey } from '#bench/data.ts';
import type { Row } from '#bench/measure/row.ts';

/** What is asked, and how many times as much as bare `node:http` it may allocate. */
const requests: Readonly<Record<string, { readonly target: string; readonly most: number }>> = {
  'a name': { target: '/1.0/availability?domains[]=active.nz', most: 3.7 },
  'a point': { target: `/api/1.0/availability/yx/-40.95/174.05?api_key=${benchKey}`, most: 4.8 },
  'the droplist': { target: '/1.0/droplist', most: 2.9 },
};
const warmUp = 4000;
const measured = 1000;

/** The heap bytes that a request allocates, compared with bare `node:http`. */
export async function allocationPart(bench: Bench): Promise<Row[]> {
  const environment = { NODE_ENV: 'production', DATABASE_URL: `file:${bench.data.full}` };
  const own = await AllocatingServer.start('direct lane', environment);
  const bare = await AllocatingServer.start('bare', environment);
  try {
    const ofBare = await bare.bytesOf('/');
    const rows: Row[] = [];
    for (const [what, { target, most }] of Object.entries(requests)) {
      const bytes = await own.bytesOf(target);
      rows.push({
        what: `heap allocated for ${what}`,
        measured: `${Math.round(bytes)} bytes`,
        against: `bare node:http: ${Math.round(ofBare)} bytes`,
        figure: bytes / ofBare,
        unit: ' ×',
        goal: { most },
      });
    }
    return rows;
  } finally {
    own.stop();
    bare.stop();
  }
}

/** A process of `allocation-server.ts`, and one connection to it. */
class AllocatingServer {
  readonly #child: ChildProcess;
  readonly #socket: net.Socket;

  private constructor(child: ChildProcess, socket: net.Socket) {
    this.#child = child;
    this.#socket = socket;
  }

  static async start(kind: string, environment: Readonly<Record<string, string>>): Promise<AllocatingServer> {
    const child = fork(`${import.meta.dirname}/../contest/allocation-server.ts`, [kind], {
      execArgv: ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const socket = net.connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new AllocatingServer(child, socket);
  }

  async bytesOf(target: string): Promise<number> {
    await this.#askOneByOne(target, warmUp);
    const before = await this.#usedBytes('collect');
    await this.#askOneByOne(target, measured);
    return ((await this.#usedBytes('look')) - before) / measured;
  }

  async #askOneByOne(target: string, times: number): Promise<void> {
    for (let turn = 0; turn < times; turn++) {
      this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await this.#answer();
    }
  }

  /** Reads one answer, whose length is in its head. */
  async #answer(): Promise<void> {
    let left = Number.POSITIVE_INFINITY;
    for (let head = ''; left > 0; ) {
      const [part] = (await once(this.#socket, 'data')) as [Buffer];
      if (left !== Number.POSITIVE_INFINITY) left -= part.length;
      else {
        head += part.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd === -1) continue;
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
        left = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - head.length;
      }
    }
  }

  async #usedBytes(how: 'collect' | 'look'): Promise<number> {
    this.#child.send(how);
    const [{ used }] = (await once(this.#child, 'message')) as [{ used: number }];
    return used;
  }

  stop(): void {
    this.#socket.destroy();
    this.#child.disconnect();
  }
}
