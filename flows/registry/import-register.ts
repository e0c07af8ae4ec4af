import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { removeFormerMissing, returnMissing } from '#db/registry/missing-names.ts';
import { beginRun, lastRunId, type RegisterRun, recordFailedRun } from '#db/registry/runs.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { supersedeStates } from '#db/registry/states.ts';
import { isLockRefusal } from '#db/storage-fault.ts';
import { whenUnlocked } from '#db/transaction.ts';
import { hashed } from '#flows/files/file-bytes.ts';
import { FaultList, listedFaults, Refusal } from '#lib/refusal.ts';
import type { ChangeCounts, ChangeSummary, ImportPreview } from '#lib/registry/import/difference.ts';
import { removeAbandonedRuns } from './abandoned-runs.ts';
import { compactWitness } from './build-witness.ts';
import { FeedComparison, readFeed } from './feed-comparison.ts';
import { type ChangeOptions, compareAll, RegisterChange, runFaultOf, summaryOf } from './register-change.ts';

export interface ImportOptions extends ChangeOptions {
  /** `merge`: the file is changes to the register; `replace`: it is the whole register. */
  readonly kind: 'merge' | 'replace';
  /** The file's name, for messages and the record. */
  readonly source: string;
  /** How many names of the register a full file may lack (`MAX_MISSING`). */
  readonly maxMissing: number;
  /** Imports a full file that lacks more. Even then absence alone frees no name. */
  readonly acceptsMissing?: boolean;
  /** The caller waits and tries again while another import is running, so that being refused then is not a failure. */
  readonly isTriedAgain?: boolean;
  /** Who imports it, for the record and the audit log; without an actor the audit log has no row. */
  readonly actor?: Actor;
  /** The last run when the file was compared (`lastRunId`); the import is refused if there has been another since. */
  readonly expectedLastRun?: number;
  /** Called in the transaction that publishes the import. */
  readonly inTransaction?: (db: Db, published: Pick<ImportReport, 'run' | 'sha256' | 'counts'>) => void;
}

export interface ImportReport extends ChangeSummary {
  readonly run: number;
  /** The published revision after the import; the one before if nothing had to be written. */
  readonly revision: number;
  /** Of the file's bytes as given, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Imports a register file (CSV or NDJSON, plain or gzip). The whole file is read and compared before anything is
 * written. Only names that differ get a row, invisible until one short transaction publishes them all. Release jobs may
 * run meanwhile: the names they change are compared again.
 *
 * @throws Refusal with the first faults of the file; when a full file lacks too many names; while another import is
 *   running. The published register is unchanged then, and the failure is recorded as a run
 */
export async function importRegister(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { kind, source, clock, exclusive } = options;
  const beganAt = performance.now();
  const scratch = new RegisterScratch();
  try {
    const { sha256, run } = await readAndBegin(connection, scratch, bytes, options);
    const comparison = new FeedComparison(connection, scratch, { isWhole: kind === 'replace', now: clock() });
    const change = new RegisterChange(connection, scratch, comparison, { run, beganAt }, options);
    const published = await change.run({
      begin: () => requireUnchanged(connection, options.expectedLastRun),
      check() {
        refuseContradictions(comparison, source);
        const refusal = tooManyMissing(scratch, options);
        if (refusal !== undefined) throw refusal;
      },
      inTransaction(counts, nowMs) {
        // a full file has a set of missing names of its own
        if (kind === 'merge') returnMissing(connection.db, returnedNames(comparison, scratch), run.id);
        recordImport(connection.db, options, counts, nowMs);
        options.inTransaction?.(connection.db, { run: run.id, sha256, counts });
      },
    });
    // the import is published: a failure to tidy up must not look like a failed import, and the next one tidies up
    await tidyUp(connection, { kind, exclusive }).catch(() => {});
    return { run: run.id, sha256, ...published };
  } finally {
    scratch.close();
  }
}

/**
 * Reads and compares a register file as an import would, and changes nothing.
 *
 * @throws Refusal as `importRegister`, except for too many missing names, which it returns as `refusal`
 */
export async function previewImport(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: Omit<ImportOptions, 'actor' | 'inTransaction' | 'exclusive'>,
): Promise<ImportPreview> {
  const { kind, source, clock, onProgress } = options;
  const scratch = new RegisterScratch();
  try {
    const file = hashed(bytes);
    await readFeed(scratch, file.bytes, options);
    const comparison = new FeedComparison(connection, scratch, { isWhole: kind === 'replace', now: clock() });
    const [lastRun, { value: revision }] = [lastRunId(connection), readGeneration(connection.db, 'register')];
    await compareAll(comparison, revision, onProgress);
    refuseContradictions(comparison, source);
    const refusal = tooManyMissing(scratch, options)?.record ?? null;
    return { kind, sha256: file.sha256() ?? '', lastRun, refusal, ...summaryOf(scratch, connection, revision) };
  } finally {
    scratch.close();
  }
}

/** Reads the file and begins the run. A failure is recorded as a run that failed. */
async function readAndBegin(
  connection: Connection,
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<{ readonly sha256: string; readonly run: RegisterRun }> {
  const { kind, source, clock, actor, isTriedAgain } = options;
  const beganAt = performance.now();
  const file = hashed(bytes);
  const begun = { kind, source, who: actor?.who ?? '', startedAt: clock() };
  try {
    await readFeed(scratch, file.bytes, options);
    await removeAbandonedRuns(connection);
    const sha256 = file.sha256() ?? '';
    return { sha256, run: await whenUnlocked(connection, () => beginRun(connection, { ...begun, sha256 })) };
  } catch (fault) {
    if (!isLockRefusal(fault) && !(isRegisterBusy(fault) && isTriedAgain === true)) {
      const elapsedMs = Math.round(performance.now() - beganAt);
      const failed = { counts: {}, fault: runFaultOf(fault), now: clock(), elapsedMs };
      const origin = { ...begun, sha256: file.sha256() ?? null };
      await whenUnlocked(connection, () => recordFailedRun(connection, origin, failed));
    }
    throw fault;
  }
}

/** Whether an import or undo was refused because another run is in progress. */
export function isRegisterBusy(fault: unknown): boolean {
  return fault instanceof Refusal && fault.reason.code === 'register-busy';
}

function requireUnchanged(connection: Connection, expectedLastRun: number | undefined): void {
  if (expectedLastRun === undefined || expectedLastRun === lastRunId(connection)) return;
  throw new Refusal({ code: 'register-changed-since' });
}

function refuseContradictions({ contradictions }: FeedComparison, source: string): void {
  contradictions.refuseIfAny({ code: 'register-not-imported', file: source });
}

function tooManyMissing(
  scratch: RegisterScratch,
  { maxMissing, acceptsMissing, source }: Pick<ImportOptions, 'maxMissing' | 'acceptsMissing' | 'source'>,
): Refusal | undefined {
  const { missing, removed } = scratch.countChanges();
  const absent = missing + removed;
  if (absent <= maxMissing || acceptsMissing === true) return undefined;
  const faults = new FaultList();
  for (const kind of ['missing', 'removed'] as const) {
    for (const { name } of scratch.firstOfKind(kind, listedFaults)) faults.add({ name }, { code: 'in-register' });
  }
  return new Refusal({ code: 'too-many-missing', file: source, absent, allowed: maxMissing }, faults.first, absent);
}

/** The missing names that a file of changes lists. */
function returnedNames({ missingBefore }: FeedComparison, scratch: RegisterScratch): string[] {
  return [...missingBefore].filter((name) => scratch.lineOf(name) !== undefined);
}

function recordImport(db: Db, { actor, kind, source }: ImportOptions, counts: ChangeCounts, nowMs: number): void {
  if (actor === undefined) return;
  const after = { kind, ...counts };
  recordChange(db, { actor, action: 'register.import', subject: source, before: null, after }, nowMs);
}

async function tidyUp(
  connection: Connection,
  { kind, exclusive }: Pick<ImportOptions, 'kind' | 'exclusive'>,
): Promise<void> {
  await supersedeStates(connection, { exclusive });
  await whenUnlocked(connection, () => compactWitness(connection));
  if (kind === 'replace') await whenUnlocked(connection, () => removeFormerMissing(connection));
}
