import pino from 'pino';
import { machineNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getProcessWide, processWide } from '#lib/process-wide.ts';
import { loggablePath } from './loggable-path.ts';

/** Lines of requests are written in blocks of about so many characters, and at least this often in milliseconds. */
const blockLength = 8192;
const flushEveryMs = 1000;

/** The log of a process. */
class Log {
  readonly #destination = pino.destination({ dest: 1, sync: false });
  // `base: undefined` leaves out the host name; the process id tells workers apart
  readonly logger = pino({ level: settings().logLevel, base: { pid: process.pid } }, this.#destination);
  readonly logsRequests = this.logger.isLevelEnabled('info');
  #block = '';

  constructor() {
    setInterval(() => this.#writeBlock(), flushEveryMs).unref();
    process.once('exit', () => this.flush());
  }

  /** The destination counts its bytes anew for each line it is given, so it is given blocks. */
  addLine(line: string): void {
    this.#block += line;
    if (this.#block.length >= blockLength) this.#writeBlock();
  }

  #writeBlock(): void {
    if (this.#block === '') return;
    this.#destination.write(this.#block);
    this.#block = '';
  }

  /** Writes what is still held back; for the end of a process. */
  flush(): void {
    try {
      this.#writeBlock();
      this.#destination.flushSync();
    } catch {
      // the stream may never have opened, or its reader has gone: there is nobody to tell
    }
  }
}

const ownLog = () => processWide('log', () => new Log());

/** The log of this process: one JSON line an event. */
export function log() {
  return ownLog().logger;
}

/** Writes what is still held back; for the end of a process, which may have ended before it had a log. */
export function flushLog(): void {
  getProcessWide<Log>('log')?.flush();
}

/** What the log says of a request that has ended. */
export interface RequestLine {
  readonly id: string;
  readonly method: string | undefined;
  readonly path: string;
  readonly status: number;
  /** From the request's head to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** The caller's address, or why it is not known. */
  readonly caller: string;
  readonly subject: string | undefined;
}

/** Writes the line of a request within a second; the same as `log().info` would write, at a fraction of its cost. */
export function logRequest({ id, method, path, status, ms, caller, subject }: RequestLine): void {
  const own = ownLog();
  if (!own.logsRequests) return;
  // ids, methods, addresses and subjects hold nothing that JSON escapes
  const who = subject === undefined ? '' : `,"subject":"${subject}"`;
  own.addLine(
    `{"level":30,"time":${machineNow()},"pid":${process.pid},"id":"${id}","method":"${method}","path":${JSON.stringify(loggablePath(path))},"status":${status},"ms":${Math.round(ms * 100) / 100},"caller":"${caller}"${who}}\n`,
  );
}
