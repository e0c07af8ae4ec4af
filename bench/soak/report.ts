import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import Database from 'better-sqlite3';
import { spreadOfValues } from '#bench/measure/measure.ts';
import { alignedTable, spreadText } from '#bench/measure/row.ts';
import type { LoadReport } from './driver.ts';
import { type Growth, growthOfAll } from './growth.ts';
import { type Phase, type SoakResult, shareOfMost } from './soak.ts';

/** A goal, and whether it was reached. */
export interface Verdict {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
  readonly isReached: boolean;
}

const mostGrowth = 0.05;

/** Everything that a soak promises, beside what was found. */
export function verdictsOf(result: SoakResult): Verdict[] {
  const reports = result.phases.flatMap(({ reports }) => reports);
  const none = (what: string, count: number): Verdict => ({
    what,
    measured: String(count),
    goal: '0',
    isReached: count === 0,
  });
  const growth = growthOfAll(result.growths);
  return [
    none(
      'wrong answers',
      sum(reports, ({ wrong }) => wrong),
    ),
    none(
      'answers of 5xx but 503',
      sum(reports, ({ statuses }) => otherErrors(statuses)),
    ),
    none('requests without an answer, but those of a killed worker', unansweredElsewhere(result.phases)),
    none('pages for staff that were neither a page nor 503', result.staffFaults.length),
    none('steps that failed', result.phases.filter(({ fault }) => fault !== undefined).length),
    {
      what: '`check` at the end',
      measured: result.check.trim().split('\n').at(-1) ?? '',
      goal: 'sound',
      isReached: !/ended with/.test(result.check),
    },
    {
      what: 'memory after the first minute, processes that were never replaced',
      measured: percent(growth),
      goal: `≤ ${percent(mostGrowth)}`,
      isReached: growth <= mostGrowth,
    },
  ];
}

/** When a soak began, and the load average of the machine at that moment: other work, if it is not near 0. */
export interface SoakStart {
  readonly startedAt: Date;
  readonly load: number;
}

/** The page about a soak. */
export function reportOf(result: SoakResult, { startedAt, load }: SoakStart): string {
  const reports = result.phases.flatMap(({ reports }) => reports);
  const answers = sum(reports, ({ statuses }) => countOf(statuses));
  const faults = [...reports.flatMap(({ firstFaults }) => firstFaults), ...result.staffFaults];
  const failed = result.phases.flatMap(({ what, fault }) => (fault === undefined ? [] : [`${what}: ${fault}`]));
  const verdicts = verdictsOf(result).map(({ what, measured, goal, isReached }) => [
    what,
    measured,
    goal,
    isReached ? 'reached' : '**missed**',
  ]);
  return `${[
    '# The last soak',
    '`npm run soak` writes this page. It runs a server with two workers, asks both APIs at 70 % of the highest rate that it can answer, and meanwhile does to it what the second table lists, again and again. Every answer is compared with models that share no code with the server (`tests/models/reference-register.ts`, `tests/models/even-odd.ts`): while a change is made, it must be the state before or the state after, and never the one before once the one after was seen. A member of staff opens four pages a second, and a backup is made every minute.',
    `${dateText(startedAt)}, ${(result.seconds / 60).toFixed(1)} minutes, ${versionText()}. ${machineText()}; load average ${load.toFixed(1)} before it began.`,
    `The highest rate, measured before each round, was ${spreadText(spreadOfValues(result.highest), 'requests a second', 0)}, with the load on the same machine; ${percent(shareOfMost)} of that were due. ${answers.toLocaleString('en-NZ')} answers were compared.`,
    alignedTable([['what', 'measured', 'goal', ''], ...verdicts]),
    '## What was done',
    alignedTable([
      ['meanwhile', 'times', 'seconds', 'answers', '503', 'wrong', 'without an answer', 'not sent', 'p50', 'worst p99'],
      ...phaseRows(result.phases),
    ]),
    `“Nothing” is the time between. The load counts time from the moment at which a request is due, and does not send it when no connection was free for a second: the machine was too busy. Staff got ${statusText(result.staffStatuses)}, and ${result.staffUnanswered} × no answer from a killed worker. The server logged ${Object.keys(result.logged).length} kinds of error.`,
    ...list(Object.values(result.logged).map(({ times, first }) => `${times} × ${first}`)),
    '## Memory',
    'In megabytes (`Pss` of `/proc/PID/smaps_rollup`, in brackets the anonymous part), every two seconds: the median of the first minute after the process was a minute old, and the median of the last minute. A process also has what its garbage collector has not collected yet. A replacement is judged from its own start, and is left out of the goal.',
    alignedTable([
      ['process', 'after its first minute', 'at the end', 'growth', 'most', 'watched'],
      ...result.growths.map(growthRow),
    ]),
    ...(failed.length + faults.length === 0 ? [] : ['## Faults', ...list([...failed, ...faults])]),
  ].join('\n\n')}\n`;
}

function phaseRows(phases: readonly Phase[]): string[][] {
  return [...Map.groupBy(phases, ({ what }) => what)].map(([what, all]) => {
    const reports = all.flatMap((phase) => phase.reports);
    const seconds = all
      .map((phase) => sum(phase.reports, (report) => report.seconds))
      .sort((one, other) => one - other);
    const busy = reports.filter(({ statuses }) => countOf(statuses) > 0);
    return [
      what,
      String(all.length),
      (seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1),
      String(sum(reports, ({ statuses }) => countOf(statuses))),
      String(sum(reports, ({ statuses }) => statuses['503'] ?? 0)),
      String(sum(reports, ({ wrong }) => wrong)),
      String(sum(reports, ({ unanswered }) => unanswered)),
      String(sum(reports, ({ givenUp }) => givenUp)),
      `${medianOf(busy.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms`,
      `${Math.max(0, ...busy.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`,
    ];
  });
}

function growthRow({ what, pid, isReplacement, from, to, most, seconds }: Growth): string[] {
  const text = ({ megabytes, anonymous }: Growth['from']) => `${megabytes.toFixed(1)} (${anonymous.toFixed(1)})`;
  return [
    isReplacement ? `${what} ${pid}, a replacement` : `${what} ${pid}`,
    text(from),
    text(to),
    percent(to.megabytes / from.megabytes - 1),
    most.toFixed(1),
    `${seconds.toFixed(0)} s`,
  ];
}

/** Connections of a worker that is killed end without an answer. */
function unansweredElsewhere(phases: readonly Phase[]): number {
  const others = phases.filter(({ what }) => what !== 'a worker killed');
  return sum(
    others.flatMap(({ reports }) => reports),
    ({ unanswered }) => unanswered,
  );
}

function machineText(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${processor}, ${availableParallelism()} cores, ${memory}`;
}

function versionText(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  const database = new Database(':memory:');
  const sqlite = database.prepare('SELECT sqlite_version()').pluck().get();
  database.close();
  return `commit ${commit.trim()}, Node ${process.version}, SQLite ${String(sqlite)}`;
}

const dateText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0);
const countOf = (statuses: LoadReport['statuses']) => sum(Object.values(statuses), (count) => count);
const percent = (share: number) => `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const otherErrors = (statuses: LoadReport['statuses']) =>
  sum(Object.entries(statuses), ([status, count]) => (status.startsWith('5') && status !== '503' ? count : 0));
const statusText = (statuses: Readonly<Record<string, number>>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
const list = (lines: readonly string[]) =>
  lines.length === 0 ? [] : [lines.map((line) => `- \`${line.replaceAll(/[`\n]/g, ' ')}\``).join('\n')];
