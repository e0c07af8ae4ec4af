import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { removeFormerMissing, returnMissing } from '#db/registry/missing-names.ts';
import { beginRun, lastRunId, RegisterBusy, type RunOrigin, recordFailedRun } from '#db/registry/run.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { supersede } from '#db/registry/superseded.ts';
import type { Clock } from '#lib/clock.ts';
import { FaultList, listedFaults, Refusal } from '#lib/refusal.ts';
import type { ChangeCounts, ChangeSummary, ImportPreview } from '#lib/registry/import/summary.ts';
import { removeUnpublishedRows } from './abandoned-runs.ts';
import { FeedComparison } from './feed-comparison.ts';
import { readFeed } from './read-feed.ts';
import { type ChangeOptions, compareAll, RegisterChange, runFaultOf, summaryOf } from './register-change.ts';

export interface ImportOptions extends ChangeOptions {
  /** `merge`: the file's names join what stands; `replace`: the file is the whole register. */
  readonly kind: 'merge' | 'replace';
  /** What the file is called, for messages and the record. */
  readonly source: string;
  /** How many standing names a snapshot may lack (`MAX_MISSING`). */
  readonly maxMissing: number;
  /** Takes a snapshot that lacks more. Even then absence alone frees no name. */
  readonly force?: boolean;
  /** Whoever asks waits while another import is under way, so that to be turned away is no failure. */
  readonly isTriedAgain?: boolean;
  /** Who imports it, for the record and the audit log; without one the log does not mention it. */
  readonly actor?: Actor;
  /** The last run when the difference was looked at (`lastRunId`); a newer one by now is refused. */
  readonly expectedLastRun?: number;
  /** Becomes true at the same instant as the import. */
  readonly inTransaction?: (db: Db, published: Pick<ImportReport, 'run' | 'sha256' | 'counts'>) => void;
}

export interface ImportReport extends ChangeSummary {
  readonly run: number;
  /** The published revision after the import; the one before when nothing had to be written. */
  readonly revision: number;
  /** Of the file's bytes as they came, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Imports a register file (CSV or NDJSON, plain or gzip). The whole file is read and compared before anything is
 * written; only names that differ get a row, invisible until one small transaction publishes them all. Release jobs may
 * run meanwhile: names they change are compared again.
 *
 * @throws Refusal naming the first 20 places when the file has faults; when a snapshot lacks too many names; while
 *   another import is under way. The published register is then what it was. A failure is recorded as a run too.
 */
export async function importRegister(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { kind, source, clock, actor } = options;
  const beganAt = performance.now();
  let origin: RunOrigin = { kind, source, sha256: null, who: actor?.who ?? '', startedAt: clock() };
  const scratch = new RegisterScratch();
  try {
    const begin = async () => {
      const sha256 = await read(scratch, bytes, options, (digest) => {
        origin = { ...origin, sha256: digest };
      });
      await removeUnpublishedRows(connection);
      return { sha256, run: beginRun(connection, origin) };
    };
    const { sha256, run } = await begin().catch((fault: unknown) => {
      const elapsedMs = Math.round(performance.now() - beganAt);
      if (!(fault instanceof RegisterBusy && options.isTriedAgain === true)) {
        recordFailedRun(connection, origin, runFaultOf(fault), { counts: {}, now: clock(), elapsedMs });
      }
      throw fault;
    });
    const comparison = new FeedComparison(connection, scratch, { isWhole: kind === 'replace', now: clock() });
    const change = new RegisterChange(connection, scratch, comparison, { run, beganAt }, options);
    const importAll = async () => {
      requireUnchanged(connection, options.expectedLastRun);
      await change.compare();
      refuseContradictions(comparison, source);
      refuseTooManyMissing(scratch, options);
      await change.stage();
      return change.publish((counts, nowMs) => {
        // a snapshot's own set of missing names takes the place of the last
        if (kind === 'merge') returnMissing(connection.db, returned(comparison, scratch), run.id);
        recordImport(connection.db, options, counts, nowMs);
        options.inTransaction?.(connection.db, { run: run.id, sha256, counts });
      });
    };
    const published = await importAll().catch(async (fault: unknown) => {
      // What cannot be undone now (a full disk) is removed by the next run; the first fault is the one to tell.
      await change.undo(fault).catch(() => {});
      throw fault;
    });
    // The import stands: what is left over now is dropped the next time, and must not look like a failure.
    await tidyUp(connection, options).catch(() => {});
    return { run: run.id, sha256, ...published };
  } finally {
    scratch.close();
  }
}

/**
 * Reads and compares a register file as an import would, and changes nothing.
 *
 * @throws Refusal as `importRegister`, but for too many missing names, which it reports as `refusal`
 */
export async function previewImport(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: Omit<ImportOptions, 'actor' | 'inTransaction' | 'exclusive'>,
): Promise<ImportPreview> {
  const { kind, source, clock, onProgress } = options;
  const scratch = new RegisterScratch();
  try {
    const sha256 = await read(scratch, bytes, options);
    const comparison = new FeedComparison(connection, scratch, { isWhole: kind === 'replace', now: clock() });
    const [lastRun, { value: revision }] = [lastRunId(connection), readGeneration(connection.db, 'register')];
    await compareAll(comparison, revision, onProgress);
    refuseContradictions(comparison, source);
    const refusal = tooManyMissing(scratch, options)?.record ?? null;
    return { kind, sha256, lastRun, refusal, ...summaryOf(scratch, connection, revision) };
  } finally {
    scratch.close();
  }
}

function read(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onProgress }: { source: string; clock: Clock; onProgress?: ChangeOptions['onProgress'] },
  onDigest?: (sha256: string) => void,
): Promise<string> {
  return readFeed(scratch, bytes, { source, clock, onRead: (rows) => onProgress?.('read-names', rows, 0), onDigest });
}

function requireUnchanged(connection: Connection, expectedLastRun: number | undefined): void {
  if (expectedLastRun === undefined || expectedLastRun === lastRunId(connection)) return;
  throw new Refusal(
    'The register was changed since this difference was made. Nothing was imported: look at the difference anew.',
  );
}

function refuseContradictions({ contradictions }: FeedComparison, source: string): void {
  contradictions.refuseIfAny(`${source} was not imported and nothing was changed. What is wrong in it:`);
}

function refuseTooManyMissing(scratch: RegisterScratch, options: ImportOptions): void {
  const refusal = tooManyMissing(scratch, options);
  if (refusal !== undefined) throw refusal;
}

function tooManyMissing(
  scratch: RegisterScratch,
  { maxMissing, force, source }: Pick<ImportOptions, 'maxMissing' | 'force' | 'source'>,
): Refusal | undefined {
  const { missing, removed } = scratch.countChanges();
  const absent = missing + removed;
  if (absent <= maxMissing || force === true) return undefined;
  const faults = new FaultList();
  for (const kind of ['missing', 'removed'] as const) {
    for (const { name } of scratch.firstOfKind(kind, listedFaults)) faults.add(name, 'stands in the register');
  }
  const names = absent === 1 ? '1 name that stands' : `${absent} names that stand`;
  return new Refusal(
    `${source} lacks ${names} in the register; MAX_MISSING allows ${maxMissing}. It may be cut short. ` +
      'Nothing was changed; if the file is whole, import it with --force.',
    faults.first,
    absent,
  );
}

/** The missing names that a change lists. */
function returned({ missingBefore }: FeedComparison, scratch: RegisterScratch): string[] {
  return [...missingBefore].filter((name) => scratch.hasRow(name));
}

function recordImport(db: Db, { actor, kind, source }: ImportOptions, counts: ChangeCounts, nowMs: number): void {
  if (actor === undefined) return;
  const after = { kind, ...counts };
  recordChange(db, { actor, action: 'register.import', subject: source, before: null, after }, nowMs);
}

/** After publishing: drops what nobody needs any more. */
async function tidyUp(connection: Connection, { kind, exclusive }: ImportOptions): Promise<void> {
  await supersede(connection, { exclusive });
  if (kind === 'replace') removeFormerMissing(connection);
}
