import { type ChildProcess, fork } from 'node:child_process';
import type { Look } from '#lib/tiles/picture/picture.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';

/** What the process that makes tiles is started with. */
export interface MakerSettings {
  readonly databaseFile: string;
  /** Where tiles are kept, how many bytes of them, and by how many processes. */
  readonly folder: string;
  readonly mostBytes: number;
  readonly sharers: number;
}

/** A tile that is wanted. */
export interface WantedTile {
  readonly versionId: number;
  readonly look: Look;
  readonly address: TileAddress;
  /** Where it is to be kept, below the folder. */
  readonly file: string;
}

export interface TileOrder extends WantedTile {
  readonly id: number;
}

/** What came of an order. `body`: as it is kept (vector tiles in gzip), empty for an empty tile. */
export type MadeTile =
  | { readonly outcome: 'made'; readonly body: Uint8Array }
  | { readonly outcome: 'gone' | 'undrawn' | 'busy' | 'too many' };

export interface MakerReply {
  readonly id: number;
  readonly made: MadeTile | { readonly outcome: 'failed'; readonly reason: string };
}

interface Job {
  readonly wanted: WantedTile;
  /** Who waits, as limits count addresses. */
  readonly caller: string;
  readonly settle: (made: MadeTile) => void;
  readonly fail: (fault: Error) => void;
  hasFailed: boolean;
}

/** The most tiles that may wait: some five seconds' work; and the most of one address: more than any screen shows. */
const mostWaiting = 400;
const mostWaitingOfOne = 200;
/** A tile takes some milliseconds; a process that is silent for so long is stuck. */
const stuckAfterMs = 10_000;
/** The least time from one start of the process to the next. */
const restartAfterMs = 500;

/** Bounds the process at 100 MB of memory of its own, most of which is rasters and what is read of the database. */
const memoryFlags = ['--max-old-space-size=32', '--max-semi-space-size=2'];

export interface TileMakerLog {
  error(event: Record<string, unknown>): void;
}

/**
 * Has tiles made, one after the other, by a process of its own, which is started when the first is wanted and again
 * after it died. A tile whose making killed the process is tried once more.
 */
export class TileMaker {
  readonly #settings: MakerSettings;
  readonly #log: TileMakerLog;
  readonly #waiting: Job[] = [];
  readonly #waitingOf = new Map<string, number>();
  #child: ChildProcess | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #current: { readonly id: number; readonly job: Job; readonly stuck: NodeJS.Timeout } | undefined;
  #restart: NodeJS.Timeout | undefined;
  #orders = 0;
  #isClosed = false;

  constructor(settings: MakerSettings, log: TileMakerLog) {
    this.#settings = settings;
    this.#log = log;
  }

  /** The id of the process that makes tiles; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and warms it up, so that the first tile need not wait for either. */
  start(): void {
    if (this.#child === undefined && !this.#isClosed) this.#start(['warm up']);
  }

  #start(flags: readonly string[]): void {
    this.#startedAt = performance.now();
    const child = fork(new URL('./maker-process.ts', import.meta.url), [JSON.stringify(this.#settings), ...flags], {
      serialization: 'advanced',
      execArgv: memoryFlags,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    // the server lives by its sockets; the process ends with it
    child.unref();
    child.channel?.unref();
    child.on('message', (reply: MakerReply) => this.#receive(reply));
    // a process that could not be started, or a message that could not be sent
    child.on('error', (fault) => this.#log.error({ event: 'tile maker', fault: fault.message }));
    child.once('exit', (status, signal) => this.#lose(child, status, signal));
  }

  /**
   * Has a tile made. `busy`: too many wait already; `too many`: too many of this caller do.
   *
   * @throws Error when it cannot be made
   */
  make(wanted: WantedTile, caller: string): Promise<MadeTile> {
    const ofCaller = this.#waitingOf.get(caller) ?? 0;
    if (ofCaller >= mostWaitingOfOne) return Promise.resolve({ outcome: 'too many' });
    if (this.#waiting.length >= mostWaiting || this.#isClosed) return Promise.resolve({ outcome: 'busy' });
    this.#waitingOf.set(caller, ofCaller + 1);
    return new Promise<MadeTile>((settle, fail) => {
      this.#waiting.push({ wanted, caller, settle, fail, hasFailed: false });
      this.#next();
    }).finally(() => {
      const left = (this.#waitingOf.get(caller) ?? 1) - 1;
      if (left === 0) this.#waitingOf.delete(caller);
      else this.#waitingOf.set(caller, left);
    });
  }

  /** Ends the process; whoever waits is told that it is busy. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.settle({ outcome: 'busy' });
    this.#take()?.settle({ outcome: 'busy' });
    this.#child?.kill('SIGKILL');
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#waiting[0];
    if (job === undefined) return;
    if (this.#child === undefined) {
      const wait = this.#startedAt + restartAfterMs - performance.now();
      if (wait > 0) {
        this.#restart ??= setTimeout(() => {
          this.#restart = undefined;
          this.#next();
        }, wait);
        return;
      }
      this.#start([]);
    }
    this.#waiting.shift();
    const id = ++this.#orders;
    const stuck = setTimeout(() => this.#child?.kill('SIGKILL'), stuckAfterMs);
    this.#current = { id, job, stuck };
    this.#child?.send({ id, ...job.wanted } satisfies TileOrder, () => undefined);
  }

  /** The job that is being done, which then no longer is. */
  #take(): Job | undefined {
    const taken = this.#current;
    this.#current = undefined;
    clearTimeout(taken?.stuck);
    return taken?.job;
  }

  #receive({ id, made }: MakerReply): void {
    if (this.#current?.id !== id) return;
    const job = this.#take();
    if (made.outcome === 'failed') job?.fail(new Error(`A tile could not be made: ${made.reason}`));
    else job?.settle(made);
    this.#next();
  }

  #lose(child: ChildProcess, status: number | null, signal: string | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const job = this.#take();
    if (this.#isClosed) return;
    this.#log.error({ event: 'tile maker died', status, signal });
    if (job?.hasFailed) job.fail(new Error('The process that makes tiles died twice of one tile.'));
    else if (job !== undefined) {
      job.hasFailed = true;
      this.#waiting.unshift(job);
    }
    this.#next();
  }
}
