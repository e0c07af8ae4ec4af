import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { wholeNumber } from '#cli/options.ts';
import type { Connection } from '#db/client.ts';
import { type Job, type JobState, jobStates, jobsBefore, pageOfJobs } from '#db/jobs/jobs.ts';
import { cancelJob, repeatJob } from '#flows/jobs/jobs.ts';
import { viewOfJob } from '#lib/jobs/view.ts';
import { isoAuckland, spaced } from '#lib/time/auckland.ts';

const mostListed = 1000;
const whichJob = ['<number>', 'its number in the list'] as const;
const number = wholeNumber(Number.MAX_SAFE_INTEGER);

/** `work list|cancel|retry`: the jobs that run in processes of their own. */
export function addWorkCommands(program: Command): void {
  const work = program.command('work').description('imports and other long tasks, which run in processes of their own');
  act<{ state?: JobState }>(
    work
      .command('list')
      .description('the jobs, newest first')
      .addOption(new Option('--state <state>', 'only these').choices(jobStates)),
    list,
  );
  act(
    work
      .command('cancel')
      .description('cancel a waiting or running job; nothing that it did is kept')
      .argument(...whichJob, number),
    async ({ database, nowMs }, _options, id = '') => {
      await cancelJob(database.writer, Number(id), byCommandLine(nowMs));
      const lines = [`Job ${id} is cancelled. One that runs ends within seconds.`];
      return { lines, json: { job: Number(id), cancelled: true } };
    },
  );
  act(
    work
      .command('retry')
      .description('run a failed or cancelled job again, on the same file')
      .argument(...whichJob, number),
    async ({ database, nowMs }, _options, id = '') => {
      const again = await repeatJob(database.writer, Number(id), byCommandLine(nowMs));
      return { lines: [`Job ${again} does again what job ${id} was to do.`], json: { job: again, of: Number(id) } };
    },
  );
}

function list({ database }: CommandContext, { state }: { state?: JobState }): CommandResult {
  const query = { sort: 'asked', descending: true, page: 1, pageSize: mostListed, search: '', state } as const;
  const { rows, total } = pageOfJobs(database.reader, query);
  const jobs = rows.map((job) => factsOf(database.reader, job));
  const lines = jobs.map(({ job, state: words, title, addedBy, added, doing, count }) =>
    [job, words, spaced(added), title, addedBy, ...(words === 'running' || words === 'waiting' ? [doing, count] : [])]
      .join('\t')
      .trimEnd(),
  );
  if (total > rows.length)
    lines.push(
      `… ${total.toLocaleString('en-NZ')} in all; the newest ${rows.length.toLocaleString('en-NZ')} are listed.`,
    );
  return { lines: lines.length > 0 ? lines : ['There are no jobs.'], json: jobs };
}

function factsOf(reader: Connection, job: Job) {
  const before = job.state === 'waiting' ? jobsBefore(reader, job).map(({ title }) => title) : [];
  const { doing, count } = viewOfJob(job, before);
  return {
    job: job.id,
    title: job.title,
    state: job.state,
    addedBy: job.who,
    added: isoAuckland(job.createdAt),
    ended: isoAuckland(job.endedAt),
    doing,
    count,
  };
}
