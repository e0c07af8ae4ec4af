import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { makeScratchFolder } from '#flows/files/scratch-file.ts';
import type { ExportFormat } from '#lib/broadband/export/exported-version.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';
import { Refusal } from '#lib/refusal.ts';
import { log } from '#server/process/log.ts';

/** How many files are exported at a time; each takes a process of its own. */
const mostAtOnce = 2;

interface ExportRequest {
  readonly versionId: number;
  readonly format: ExportFormat;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

/**
 * Exports a version in a process of its own, so that the APIs stay responsive.
 *
 * @returns its bytes, once the first have arrived; the stream fails when the process does, so that nobody mistakes a part
 * for the whole
 * @throws Refusal while too many other exports run, or when the process refuses
 */
export async function exportCoverage(request: ExportRequest): Promise<Readable> {
  const running = processWide('coverage-exports', () => ({ count: 0 }));
  if (running.count >= mostAtOnce) throw new Refusal({ code: 'exports-busy' });
  running.count++;
  const done = () => {
    running.count--;
  };
  // a GeoPackage is a database: it cannot be streamed before it is complete
  return request.format === 'gpkg' ? await exportToFile(request, done) : await exportToPipe(request, done);
}

async function exportToPipe({ versionId, format, signal }: ExportRequest, done: () => void): Promise<Readable> {
  const { child, ended } = run(versionId, ['--format', format, '--output', '-'], signal);
  const bytes = new PassThrough();
  child.stdout.pipe(bytes, { end: false });
  void ended
    .then(
      () => bytes.end(),
      (fault: Error) => bytes.destroy(fault),
    )
    .finally(done);
  bytes.once('close', () => child.kill());
  // a refusal comes before the first byte
  await Promise.race([ended, new Promise((resolve) => child.stdout.once('readable', resolve))]);
  return bytes;
}

async function exportToFile({ versionId, format, signal }: ExportRequest, done: () => void): Promise<Readable> {
  const scratch = makeScratchFolder(settings().databaseFile);
  const file = `${scratch.path}/export.gpkg`;
  const finish = () => {
    scratch.remove();
    done();
  };
  try {
    await run(versionId, ['--format', format, '--output', file], signal).ended;
  } catch (fault) {
    finish();
    throw fault;
  }
  return createReadStream(file).once('close', finish);
}

interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Rejects with a Refusal when the command refuses, and with an Error for any other failure. */
  readonly ended: Promise<void>;
}

function run(versionId: number, options: readonly string[], signal: AbortSignal): Run {
  const child = spawn(process.execPath, ['watea.ts', 'coverage', 'export', String(versionId), ...options], {
    env: { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) return resolve();
      if (status !== 1) return reject(new Error(`The export ended with ${status}: ${errors}`));
      // the words of the command line are not for the browser
      log().error({ event: 'coverage export refused', versionId, errors });
      reject(new Refusal({ code: 'export-failed', versionId }));
    });
  });
  // the rejection is for those who await it; nobody has to
  ended.catch(() => undefined);
  return { child, ended };
}
