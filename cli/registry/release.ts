import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandResult } from '#cli/command-line.ts';
import { instant } from '#cli/options.ts';
import type { Connection } from '#db/client.ts';
import { dueNames } from '#db/registry/due-names.ts';
import { getReleaseCovering, type ReleaseRun } from '#db/registry/release-runs.ts';
import { runReleaseJob } from '#flows/registry/release-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { latestJob } from '#lib/registry/release/release.ts';
import { type EpochMs, formatAuckland, isoAuckland } from '#lib/time/auckland.ts';

/** `register release`: runs a release job by hand. */
export function addReleaseCommand(register: Command): void {
  const command = register
    .command('release')
    .description('run the last release job that was due; running it again changes nothing')
    .option('--at <time>', 'as of this time (default now), such as 2026-11-20T00:00:00+13:00', instant)
    .option('--dry-run', 'list the names it would release; then --at may be in the future');
  act<{ at?: EpochMs; dryRun?: boolean }>(command, async ({ database, nowMs }, { at, dryRun }) => {
    const scheduleDate = latestJob(at ?? nowMs);
    if (dryRun === true) return dryRunOf(database.reader, scheduleDate);
    const { feedMaxAgeMs } = settings();
    const order = { scheduleDate, kind: 'command', feedMaxAgeMs, ...byCommandLine(nowMs) } as const;
    const run = await runReleaseJob(database.writer, order);
    const { isNew, ...recorded } = run;
    return { lines: [describeRelease(run, scheduleDate)], json: { isNew, ...texts(recorded) } };
  });
}

function dryRunOf(reader: Connection, scheduleDate: EpochMs): CommandResult {
  const recorded = getReleaseCovering(reader, scheduleDate);
  if (recorded !== undefined) {
    return {
      lines: [describeRelease({ ...recorded, isNew: false }, scheduleDate)],
      json: { dryRun: true, ...texts(recorded) },
    };
  }
  const names = dueNames(reader, scheduleDate);
  const job = formatAuckland(scheduleDate);
  return {
    lines: [
      ...names.map(({ name, cancelled }) => `${name}, cancelled ${formatAuckland(cancelled * 1000)}`),
      `The job of ${job} would release ${counted(names.length, 'name')}. This was a dry run: nothing was changed.`,
    ],
    json: {
      dryRun: true,
      scheduleDate: isoAuckland(scheduleDate),
      released: names.length,
      names: names.map(({ name, cancelled }) => ({ domain: name, cancel_date: isoAuckland(cancelled * 1000) })),
    },
  };
}

function describeRelease(run: ReleaseRun & { isNew: boolean }, asked: EpochMs): string {
  const names = counted(run.released, 'name');
  const job = `The job of ${formatAuckland(run.scheduleDate)}`;
  if (run.isNew) {
    return run.released === 0
      ? `${job} had no names to release.`
      : `${job} released ${names}, available from ${formatAuckland(run.freeAt)}.`;
  }
  const already = `${job} had already run, at ${formatAuckland(run.ranAt)}, and released ${names}`;
  const covers = run.scheduleDate > asked ? ', including those of the earlier job' : '';
  return `${already}${covers}. Nothing was changed.`;
}

function texts({ scheduleDate, ranAt, freeAt, ...rest }: ReleaseRun) {
  return {
    scheduleDate: isoAuckland(scheduleDate),
    ranAt: isoAuckland(ranAt),
    freeAt: isoAuckland(freeAt),
    ...rest,
  };
}
