import { type Command, InvalidArgumentError } from 'commander';
import { importListedNames, listedNames } from '#db/listed-names.ts';
import { type ImportReport, importRegister } from '#db/register-import.ts';
import { type ReleaseRun, runReleaseJob } from '#db/release-job.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestJob } from '#lib/registry/release.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { byCommandLine } from './authorship.ts';
import { act, type CommandResult } from './command-line.ts';
import { bytesOf, nameOf } from './input-file.ts';

/** `register …`: what is registered, what may not be, and the release job. */
export function addRegisterCommands(program: Command): void {
  const register = program.command('register').description('feed the register, list reserved names, release names');
  addImport(register);
  addListReserved(register);
  addReserve(register);
  addRelease(register);
}

function addImport(register: Command): void {
  const command = register
    .command('import')
    .description('read a register file: domain,registered,cancel_date (empty while active); names it lacks stay')
    .argument('<file>', 'CSV, plain or gzip; - reads standard input')
    .option('--replace', 'the file is the whole register: names it lacks twice running are removed')
    .option('--force', 'with --replace: take a file that lacks more names than MAX_MISSING');
  act<{ replace?: boolean; force?: boolean }>(command, async (context, options, file = '') => {
    const startedAt = performance.now();
    const report = await importRegister(context.database.writer, bytesOf(file), {
      kind: options.replace === true ? 'replace' : 'merge',
      source: nameOf(file),
      maxMissing: settings().maxMissing,
      force: options.force === true,
      clock: () => context.nowMs,
      actor: byCommandLine(context.nowMs).actor,
      onProgress: (stage, done, total) => context.progress.show(stage, done, total),
    });
    return describeImport(report, (performance.now() - startedAt) / 1000);
  });
}

function describeImport({ run, revision, sha256, counts }: ImportReport, elapsedSeconds: number): CommandResult {
  const seconds = Math.round(elapsedSeconds * 10) / 10;
  const figures = Object.entries(counts).map(([kind, count]) => `${kind} ${count.toLocaleString('en-NZ')}`);
  const lines = [figures.join(', '), `revision ${revision}, ${seconds} s`];
  if (counts.missing > 0) {
    lines.push('Missing names keep their status; they are removed when the next full file lacks them too.');
  }
  return { lines, json: { ...counts, revision, seconds, run, sha256 } };
}

function addListReserved(register: Command): void {
  const command = register
    .command('list-reserved')
    .description('print the names that cannot be registered, as CSV that `register reserve` reads');
  act(command, ({ database }) => {
    const names = [...listedNames(database.reader)];
    const rows = names.map(({ name, status, reason }) => `${name},${status},${csvValue(reason)}`);
    return {
      lines: ['domain,status,reason', ...rows],
      json: names.map(({ name, ...rest }) => ({ domain: name, ...rest })),
    };
  });
}

function addReserve(register: Command): void {
  const command = register
    .command('reserve')
    .description('add names that cannot be registered: domain,status[,reason]; names already listed are changed')
    .argument(
      '<file>',
      'CSV, plain or gzip; status is Prohibited, Conflicted, Resolved or Reserved; - reads standard input',
    );
  act(command, async ({ database, nowMs }, _options, file = '') => {
    const by = byCommandLine(nowMs);
    const report = await importListedNames(database.writer, bytesOf(file), nameOf(file), by);
    const lines = [`new ${report.new}, changed ${report.changed}, unchanged ${report.unchanged}`];
    return { lines, json: report };
  });
}

function addRelease(register: Command): void {
  const command = register
    .command('release')
    .description('run the release job that was due last; run again, it changes nothing')
    .option('--at <time>', 'as of this time (default now), such as 2026-11-20T00:00:00+13:00', parseTime);
  act<{ at?: EpochMs }>(command, (context, { at }) => {
    const { nowMs } = context;
    if (at !== undefined && at > nowMs) {
      throw new Refusal(`${formatAuckland(at)} is in the future: a job run now as of then would free names early.`);
    }
    const scheduleDate = latestJob(at ?? nowMs);
    const run = runReleaseJob(context.database.writer, { scheduleDate, kind: 'command', ...byCommandLine(nowMs) });
    const { isNew, ...recorded } = run;
    return { lines: [describeRelease(run, scheduleDate)], json: { isNew, ...texts(recorded) } };
  });
}

function describeRelease(run: ReleaseRun & { isNew: boolean }, asked: EpochMs): string {
  const names = run.released === 1 ? '1 name' : `${run.released.toLocaleString('en-NZ')} names`;
  const job = `The job of ${formatAuckland(run.scheduleDate)}`;
  if (run.isNew) {
    return run.released === 0
      ? `${job} found no name to release.`
      : `${job} released ${names}, available from ${formatAuckland(run.freeAt)}.`;
  }
  const already = `${job} ran already, at ${formatAuckland(run.ranAt)}, and released ${names}`;
  const covers = run.scheduleDate > asked ? ', those of the earlier job too' : '';
  return `${already}${covers}. Nothing was changed.`;
}

function texts({ scheduleDate, ranAt, freeAt, ...rest }: ReleaseRun) {
  return {
    scheduleDate: formatAuckland(scheduleDate),
    ranAt: formatAuckland(ranAt),
    freeAt: formatAuckland(freeAt),
    ...rest,
  };
}

function parseTime(text: string): EpochMs {
  const parsed = parseTimestamp(text);
  if (!parsed.valid) throw new InvalidArgumentError(`It ${parsed.reason}.`);
  return parsed.epochSeconds * 1000;
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
