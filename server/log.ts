import pino from 'pino';
import { settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';

function open() {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 });
  // `base: undefined` leaves out the host name; the process id tells workers apart
  const logger = pino({ level: settings().logLevel, base: { pid: process.pid } }, destination);
  return { logger, destination };
}

/** The log of this process: one JSON line an event, written in blocks and at least once a second. */
export function log() {
  return processWide('log', open).logger;
}

/** Writes what is still held back; for the end of a process. */
export function flushLog(): void {
  try {
    processWide('log', open).destination.flushSync();
  } catch {
    // the stream may never have opened, or its reader has gone: there is nobody to tell
  }
}

/**
 * A path as it may stand in a log: coordinates to 2 decimals, because they are people's homes (N12), and without
 * anything as long as a key, which may have slipped into the path by a lost question mark (B8).
 */
export function loggablePath(path: string): string {
  // escapes are undone first: they would hide both
  const plain = path.replace(/%([2-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(Number(`0x${code}`)));
  return plain
    .replace(/[A-Za-z0-9]{20,}/g, '…')
    .replace(/([.,]\d{2})\d+/g, '$1')
    .slice(0, 300);
}
