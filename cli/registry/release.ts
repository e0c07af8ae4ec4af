import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandResult } from '#cli/command-line.ts';
import { instant } from '#cli/options.ts';
import type { Connection } from '#db/client.ts';
import { getRunCovering, namesTaken, type ReleaseRun, runReleaseJob } from '#flows/registry/release-job.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { latestJob } from '#lib/registry/release/release.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';

/** `register release`: the release job by hand. */
export function addReleaseCommand(register: Command): void {
  const command = register
    .command('release')
    .description('run the release job that was due last; run again, it changes nothing')
    .option('--at <time>', 'as of this time (default now), such as 2026-11-20T00:00:00+13:00', instant)
    .option('--dry-run', 'list the names it would release; with --at also of a job to come');
  act<{ at?: EpochMs; dryRun?: boolean }>(command, ({ database, nowMs }, { at, dryRun }) => {
    const scheduleDate = latestJob(at ?? nowMs);
    if (dryRun === true) return dryRunOf(database.reader, scheduleDate);
    if (at !== undefined && at > nowMs) {
      throw new Refusal(`${formatAuckland(at)} is in the future: a job run now as of then would free names early.`);
    }
    const { feedMaxAgeMs } = settings();
    const order = { scheduleDate, kind: 'command', feedMaxAgeMs, ...byCommandLine(nowMs) } as const;
    const run = runReleaseJob(database.writer, order);
    const { isNew, ...recorded } = run;
    return { lines: [describeRelease(run, scheduleDate)], json: { isNew, ...texts(recorded) } };
  });
}

function dryRunOf(reader: Connection, scheduleDate: EpochMs): CommandResult {
  const recorded = getRunCovering(reader, scheduleDate);
  if (recorded !== undefined) {
    return {
      lines: [describeRelease({ ...recorded, isNew: false }, scheduleDate)],
      json: { dryRun: true, ...texts(recorded) },
    };
  }
  const names = namesTaken(reader, scheduleDate);
  const count = names.length === 1 ? '1 name' : `${names.length.toLocaleString('en-NZ')} names`;
  const job = formatAuckland(scheduleDate);
  return {
    lines: [
      ...names.map(({ name, cancelled }) => `${name}, cancelled ${formatAuckland(cancelled * 1000)}`),
      `The job of ${job} would release ${count}. This was a dry run: nothing was changed.`,
    ],
    json: {
      dryRun: true,
      scheduleDate: job,
      released: names.length,
      names: names.map(({ name, cancelled }) => ({ domain: name, cancel_date: formatAuckland(cancelled * 1000) })),
    },
  };
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
