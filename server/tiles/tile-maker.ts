import { type ChildProcess, fork } from 'node:child_process';
import type { BestLook } from '#lib/tiles/best/best-set.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';

/** The settings of the process that makes tiles. */
export interface MakerSettings {
  readonly databaseFile: string;
  /** Where tiles are stored, how many bytes of them, and by how many processes. */
  readonly folder: string;
  readonly mostBytes: number;
  readonly sharers: number;
}

/** A tile to be made. */
export interface WantedTile {
  readonly versionId: number;
  readonly look: Look | BestLook;
  readonly address: TileAddress;
  /** Where it is stored in the folder. */
  readonly file: string;
}

export interface TileOrder extends WantedTile {
  readonly id: number;
}

/** The result of an order. `body` is as stored (vector tiles in gzip), empty for an empty tile. */
export type MadeTile =
  | { readonly outcome: 'made'; readonly body: Uint8Array }
  | { readonly outcome: 'gone' | 'undrawn' | 'busy' | 'too many' };

export interface MakerReply {
  readonly id: number;
  readonly made: MadeTile | { readonly outcome: 'failed'; readonly reason: string };
}

interface QueuedTile {
  readonly wanted: WantedTile;
  /** The client as rate limits identify it. */
  readonly caller: string;
  readonly settle: (made: MadeTile) => void;
  readonly fail: (fault: Error) => void;
  hasFailed: boolean;
}

/** The most tiles that may wait, some five seconds of work; and the most for one client, more than any screen shows. */
const mostWaiting = 400;
const mostWaitingOfOne = 200;
/** A tile takes some milliseconds; a process that is silent for this long is stuck. */
const stuckAfterMs = 10_000;
/** The shortest time between two starts of the process. */
const restartAfterMs = 500;

/** Limits the process to 100 MB of memory, most of which is rasters and database pages. */
const memoryFlags = ['--max-old-space-size=32', '--max-semi-space-size=2'];

export interface TileMakerLog {
  error(event: Record<string, unknown>): void;
}

/**
 * Makes tiles one at a time in a separate process, which is started for the first tile and again after it died. A tile whose
 * making killed the process is tried once more.
 */
export class TileMaker {
  readonly #settings: MakerSettings;
  readonly #log: TileMakerLog;
  readonly #waiting: QueuedTile[] = [];
  readonly #waitingOf = new Map<string, number>();
  #child: ChildProcess | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  #current: { readonly id: number; readonly job: QueuedTile; readonly stuck: NodeJS.Timeout } | undefined;
  #restart: NodeJS.Timeout | undefined;
  #orders = 0;
  #isClosed = false;

  constructor(settings: MakerSettings, log: TileMakerLog) {
    this.#settings = settings;
    this.#log = log;
  }

  /** The id of the process that makes tiles; undefined while it is not running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and warms it up, so that the first tile waits for neither. */
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
    // only its sockets keep the server running; the process ends with it
    child.unref();
    child.channel?.unref();
    child.on('message', (reply: MakerReply) => this.#receive(reply));
    // the process could not be started, or a message could not be sent
    child.on('error', (fault) => this.#log.error({ event: 'tile maker', fault: fault.message }));
    child.once('exit', (status, signal) => this.#handleExit(child, status, signal));
  }

  /**
   * Makes a tile. `busy`: too many tiles are waiting; `too many`: too many of this client are.
   *
   * @throws Error when the tile cannot be made
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

  /** Ends the process; orders that wait get `busy`. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.settle({ outcome: 'busy' });
    this.#takeCurrent()?.settle({ outcome: 'busy' });
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

  /** Takes the current order away and returns it. */
  #takeCurrent(): QueuedTile | undefined {
    const taken = this.#current;
    this.#current = undefined;
    clearTimeout(taken?.stuck);
    return taken?.job;
  }

  #receive({ id, made }: MakerReply): void {
    if (this.#current?.id !== id) return;
    const job = this.#takeCurrent();
    if (made.outcome === 'failed') job?.fail(new Error(`A tile could not be made: ${made.reason}`));
    else job?.settle(made);
    this.#next();
  }

  #handleExit(child: ChildProcess, status: number | null, signal: string | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const job = this.#takeCurrent();
    if (this.#isClosed) return;
    this.#log.error({ event: 'tile maker died', status, signal });
    if (job?.hasFailed) job.fail(new Error('The process that makes tiles died twice on one tile.'));
    else if (job !== undefined) {
      job.hasFailed = true;
      this.#waiting.unshift(job);
    }
    this.#next();
  }
}
