import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import type { ExportFormat } from '#lib/broadband/export/export-format.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';
import { Refusal } from '#lib/refusal.ts';

/** How many files one process has made at a time: each takes a process of its own. */
const mostAtOnce = 2;

interface ExportOrder {
  readonly versionId: number;
  readonly format: ExportFormat;
  /** Aborted when whoever asked is gone. */
  readonly signal: AbortSignal;
}

/**
 * Has a version written by a process of its own, so that the APIs go on meanwhile.
 *
 * @returns its bytes, once the first of them are there; the stream fails when the process does, so that nobody takes a
 * part for the whole
 * @throws Refusal while others keep the machine busy with the same, or with what the process refused
 */
export async function exportCoverage(order: ExportOrder): Promise<Readable> {
  const atWork = processWide('coverage-exports', () => ({ count: 0 }));
  if (atWork.count >= mostAtOnce) {
    throw new Refusal('Other downloads of coverage are being made: please try again in a minute.');
  }
  atWork.count++;
  const done = () => {
    atWork.count--;
  };
  // a GeoPackage is a database: it cannot be streamed before it is whole
  return order.format === 'gpkg' ? await exportToFile(order, done) : await exportToPipe(order, done);
}

async function exportToPipe({ versionId, format, signal }: ExportOrder, done: () => void): Promise<Readable> {
  const { child, ended } = run([String(versionId), '--format', format, '--output', '-'], signal);
  const bytes = new PassThrough();
  child.stdout.pipe(bytes, { end: false });
  void ended
    .then(
      () => bytes.end(),
      (fault: Error) => bytes.destroy(fault),
    )
    .finally(done);
  bytes.once('close', () => child.kill());
  // what is refused is refused before the first byte
  await Promise.race([ended, new Promise((resolve) => child.stdout.once('readable', resolve))]);
  return bytes;
}

async function exportToFile({ versionId, format, signal }: ExportOrder, done: () => void): Promise<Readable> {
  const scratch = makeScratchFile(settings().databaseFile);
  const finish = () => {
    scratch.remove();
    done();
  };
  try {
    await run([String(versionId), '--format', format, '--output', scratch.path], signal).ended;
  } catch (fault) {
    finish();
    throw fault;
  }
  return createReadStream(scratch.path).once('close', finish);
}

interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Rejects with a Refusal for what the command refused, and with a fault for any other end. */
  readonly ended: Promise<void>;
}

function run(args: readonly string[], signal: AbortSignal): Run {
  const child = spawn(process.execPath, ['watea.ts', 'coverage', 'export', ...args], {
    env: { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk).slice(-2000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve();
      else reject(status === 1 ? new Refusal(words.trim()) : new Error(`The export ended with ${status}: ${words}`));
    });
  });
  // whoever waits for it hears of it; nobody need wait
  ended.catch(() => undefined);
  return { child, ended };
}
