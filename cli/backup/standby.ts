import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { act, type CommandResult } from '#cli/command-line.ts';
import { existingFolder } from '#cli/given-path.ts';
import { wholeNumber } from '#cli/options.ts';
import { sentenceOf } from '#cli/words.ts';
import { Standby, type StandbyReport } from '#flows/backup/standby.ts';
import { Refusal } from '#lib/refusal.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { parseDuration } from '#lib/time/typed-time.ts';
import { waitWords } from '#lib/words/stages.ts';

/** How often the folder is looked at, in milliseconds. */
const lookEveryMs = 2000;
const usualMaxAgeMs = 600_000;

interface StandbyOptions {
  readonly keep: number;
  readonly maxAge: number;
  readonly once?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  npm run --silent watea -- standby /srv/watea-standby                       until it is stopped
  npm run --silent watea -- standby /srv/watea-standby --once --max-age 10m  for a monitor`;

/** `standby`: checks the backups that arrive from another machine. */
export function addStandbyCommand(program: Command): void {
  const command = program
    .command('standby')
    .description('check each backup that arrives in a folder, and report the newest state that can be promoted')
    .argument('<folder>', 'the folder to which BACKUP_TO of the other machine sends', existingFolder)
    .option('--keep <count>', 'how many full backups are kept, each with its increments', wholeNumber(10_000), 7)
    .option('--once', 'look once; the exit status is 1 when the newest sound backup is too old')
    .option('--max-age <duration>', 'with --once: how old it may be, 10m if left out', duration, usualMaxAgeMs)
    .addHelpText('after', examples);
  act<StandbyOptions>(command, (_context, options, folder = '') =>
    options.once === true ? lookOnce(folder, options) : watch(folder, options),
  );
}

function duration(text: string): number {
  const parsed = parseDuration(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a duration such as 30s, 10m or 1d.');
  return parsed;
}

async function lookOnce(folder: string, { keep, maxAge }: StandbyOptions): Promise<CommandResult> {
  const report = await new Standby(folder, keep).look();
  const { newest } = report;
  const faults = report.arrived.flatMap(({ name, fault }) =>
    fault === undefined ? [] : [{ where: { file: name }, reason: fault.reason }],
  );
  if (newest === undefined) throw new Refusal({ code: 'no-sound-backup', folder }, faults);
  const ageMs = Date.now() - Date.parse(newest.manifest.madeAt);
  if (ageMs > maxAge) throw new Refusal({ code: 'standby-late', folder, age: waitWords(ageMs) }, faults);
  return { lines: linesOf(report), json: factsOf(report) };
}

/** Prints what arrives, until the process is stopped. */
async function watch(folder: string, { keep, json }: StandbyOptions): Promise<never> {
  const standby = new Standby(folder, keep);
  for (;;) {
    const report = await standby.look();
    const text = json === true ? JSON.stringify(factsOf(report)) : linesOf(report).join('\n');
    if (report.arrived.length > 0) process.stdout.write(`${text}\n`);
    await sleep(lookEveryMs);
  }
}

function linesOf({ arrived, newest, archives }: StandbyReport): string[] {
  const faults = arrived.flatMap(({ fault }) => (fault === undefined ? [] : [sentenceOf(fault.reason)]));
  const state =
    newest === undefined
      ? 'Nothing here can be promoted.'
      : `${newest.name} is sound: the state of ${timeWords(Date.parse(newest.manifest.madeAt))} can be promoted (${archives} here).`;
  return [...faults, state];
}

function factsOf({ arrived, newest, archives }: StandbyReport) {
  return {
    arrived: arrived.map(({ name, fault }) => ({ name, fault: fault === undefined ? null : sentenceOf(fault.reason) })),
    newest: newest === undefined ? null : { name: newest.name, madeAt: newest.manifest.madeAt },
    archives,
  };
}
