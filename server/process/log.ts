import pino from 'pino';
import { machineNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getProcessWide, processWide } from '#lib/process-wide.ts';
import { loggablePath } from './loggable-path.ts';

/** Request lines are written in blocks of about this many characters, and at least this often in milliseconds. */
const blockLength = 8192;
const flushEveryMs = 1000;

/** Lines that could not be written yet are kept up to this many bytes, as on a full disk; later ones are lost. */
const mostUnwritten = 4 * 2 ** 20;

/** The log of a process. */
class Log {
  readonly #destination = pino.destination({ dest: 1, sync: false, maxLength: mostUnwritten });
  // `base: undefined` leaves out the host name; the process id distinguishes workers
  readonly logger = pino({ level: settings().logLevel, base: { pid: process.pid } }, this.#destination);
  readonly logsRequests = this.logger.isLevelEnabled('info');
  #block = '';

  constructor() {
    // a full disk: the next write tries again what is kept
    this.#destination.on('error', () => {});
    setInterval(() => this.#writeBlock(), flushEveryMs).unref();
    process.once('exit', () => this.flush());
  }

  /** Collects lines in blocks, because each write to the destination has a cost of its own. */
  addLine(line: string): void {
    this.#block += line;
    if (this.#block.length >= blockLength) this.#writeBlock();
  }

  #writeBlock(): void {
    if (this.#block === '') return;
    this.#destination.write(this.#block);
    this.#block = '';
  }

  /** Writes what is still buffered; for the end of a process. */
  flush(): void {
    try {
      this.#writeBlock();
      this.#destination.flushSync();
    } catch {
      // the stream may never have opened, or its reader is gone: nobody would see an error
    }
  }
}

const ownLog = () => processWide('log', () => new Log());

/** The log of this process: one line of JSON per event. */
export function log() {
  return ownLog().logger;
}

/** Writes what is still buffered; for the end of a process, which may not have opened its log. */
export function flushLog(): void {
  getProcessWide<Log>('log')?.flush();
}

/** What is logged about a request that has ended. */
export interface RequestLine {
  readonly id: string;
  readonly method: string | undefined;
  readonly path: string;
  readonly status: number;
  /** From the head of the request to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** The caller's address, or why it is not known. */
  readonly caller: string;
  readonly subject: string | undefined;
  /** Whether it was refused because the process is overloaded. */
  readonly isShed?: boolean;
}

/** Logs a request, within a second: the same line as `log().info` writes, at a fraction of the cost. */
export function logRequest({ id, method, path, status, ms, caller, subject, isShed }: RequestLine): void {
  const own = ownLog();
  if (!own.logsRequests) return;
  // ids, methods, addresses and subjects contain nothing that JSON escapes
  const who = subject === undefined ? '' : `,"subject":"${subject}"`;
  own.addLine(
    `{"level":30,"time":${machineNow()},"pid":${process.pid},"id":"${id}","method":"${method}","path":${JSON.stringify(loggablePath(path))},"status":${status},"ms":${Math.round(ms * 100) / 100},"caller":"${caller}"${who}${isShed ? ',"shed":true' : ''}}\n`,
  );
}
