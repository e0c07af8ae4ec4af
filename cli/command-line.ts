import { existsSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { type Command, CommanderError } from 'commander';
import { finishRestore } from '#db/backup/restore.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { requireCurrent } from '#db/migrate.ts';
import { isBusy, storageRefusal } from '#db/storage-fault.ts';
import { UnusableDatabase } from '#db/unusable-database.ts';
import { joinForCommand } from '#flows/cluster/enter.ts';
import { readSettingsFile } from '#flows/files/settings-file.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Pace, timeLeft } from '#lib/jobs/pace.ts';
import type { ShowProgress, Stage } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { obstacleWords, type WordedRefusal } from '#lib/words/reason-words.ts';
import { countWords, leftWords, rateWords, stageWords } from '#lib/words/stages.ts';
import { inCommandLineWords } from './words.ts';

/** The exit status of a command that Ctrl+C ended, as shells have it. */
export const interruptedStatus = 130;

/** What a command works with. The database is opened, and checked to be at this version, at its first use. */
export interface CommandContext {
  readonly database: Connections;
  readonly nowMs: number;
  readonly progress: Progress;
  /** Prints lines for a person before the command ends; nothing with `--json`, whose result is one. */
  readonly say: (lines: readonly string[]) => void;
  /** What has been done so far, in a sentence: Ctrl+C no longer undoes that. */
  readonly keep: (sentence: string) => void;
}

/** The result of a command: lines for a person, and the same as data for `--json`. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly json: unknown;
}

/** Options that are valid each by itself, but not together. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The exit statuses of all commands. */
export const exitStatus = { done: 0, refused: 1, wrongUsage: 2, interrupted: interruptedStatus } as const;

type Work<Options> = (
  context: CommandContext,
  options: Options,
  ...positional: string[]
) => CommandResult | Promise<CommandResult>;

/**
 * Gives `command` its `--json` option and its action.
 *
 * @param work receives the parsed options, then the positional arguments in order
 */
export function act<Options extends object>(command: Command, work: Work<Options>): Command {
  return command.option('--json', 'print the result as JSON').action(async (...given: unknown[]) => {
    const positional = given
      .slice(0, -2)
      .flat()
      .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
    const options = given.at(-2) as Options & { json?: boolean };
    const node = await joinForCommand();
    const context = makeContext(options.json === true);
    try {
      const { json, lines } = await work(context, options, ...positional);
      context.progress.end();
      const text = options.json === true ? JSON.stringify(json) : lines.join('\n');
      if (text !== '') process.stdout.write(`${text}\n`);
    } finally {
      context.progress.end();
      context.close();
      await node?.close();
    }
  });
}

function makeContext(json: boolean): CommandContext & { close(): void } {
  let opened: Connections | undefined;
  const interrupts = watchInterrupts();
  const progress = openProgress(json ? undefined : process.stderr, interrupts.check);
  return {
    get database() {
      if (opened === undefined) {
        const { databaseFile } = settings();
        requireDatabase(databaseFile);
        opened = openDatabase(databaseFile);
        requireCurrent(opened.writer);
      }
      return opened;
    },
    get nowMs() {
      return now();
    },
    progress,
    say(lines) {
      progress.end();
      if (!json) process.stdout.write(`${lines.join('\n')}\n`);
    },
    keep: interrupts.keep,
    close() {
      interrupts.end();
      if (opened !== undefined) closeDatabase(opened);
    },
  };
}

/**
 * A command that needs a database does not create an empty one: the first start would then not fill it.
 *
 * @throws UnusableDatabase when the file does not exist
 */
export function requireDatabase(file: string): void {
  finishRestore(file);
  if (!existsSync(file)) throw new UnusableDatabase({ code: 'no-database', file });
}

/**
 * Runs the command line. A refusal prints its sentence, never a stack trace; with `--json` all errors are JSON, those of
 * wrong usage too. @returns the exit status
 */
export async function runCommandLine(program: Command, argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  prepare(program, json);
  try {
    readSettingsFile();
    await program.parseAsync(argv, { from: 'user' });
    return exitStatus.done;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitStatus.done : exitStatus.wrongUsage;
    if (fault instanceof Interrupted) {
      process.stderr.write(`${fault.message}\n`);
      return exitStatus.interrupted;
    }
    const isUsage = fault instanceof UsageError;
    const worded = isUsage ? { sentence: fault.message, faults: [], total: 0 } : inCommandLineWords(refusalOf(fault));
    process.stderr.write(`${errorText(worded, json)}\n`);
    return isUsage ? exitStatus.wrongUsage : exitStatus.refused;
  }
}

/** A refusal, or a disk that takes nothing as one. Any other fault is ours and keeps its trace. */
function refusalOf(fault: unknown): Refusal {
  if (fault instanceof Refusal) return fault;
  const { databaseFile } = settings();
  if (isBusy(fault)) return new Refusal({ code: 'database-busy', seconds: 0, file: databaseFile });
  const refusal = storageRefusal(fault, databaseFile);
  if (refusal === undefined) throw fault;
  return refusal;
}

/** Has wrong usage thrown instead of ending the process, and printed as JSON where that is asked for. */
function prepare(command: Command, json: boolean): void {
  command.exitOverride();
  if (json) command.configureOutput({ outputError: (text, write) => write(`${usageErrorText(text)}\n`) });
  for (const subcommand of command.commands) prepare(subcommand, json);
}

/** @param text as commander prints it: `error: …` and a line feed */
function usageErrorText(text: string): string {
  return errorText({ sentence: text.replace(/^error: /, '').trim(), faults: [], total: 0 }, true);
}

function errorText({ sentence, faults, total }: WordedRefusal, json: boolean): string {
  const listed = faults.map(({ where, sentence: message }) => ({ where, message }));
  if (json) return JSON.stringify({ error: sentence, faults: listed, total });
  const rows = listed.map(({ where, message }) => `  ${where}: ${message}`);
  if (total > faults.length)
    rows.push(`  … ${total.toLocaleString('en-NZ')} in all; the first ${faults.length} are listed.`);
  return [sentence, ...rows].join('\n');
}

/** What Ctrl+C throws into a command, from its next report of progress. Its message is for the person. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/** A command that does not report within this time after Ctrl+C is ended, in milliseconds. */
const patienceMs = 1500;

/** Watches for Ctrl+C while a command runs. */
export interface InterruptWatch {
  /** @throws Interrupted, once, after Ctrl+C: cleaning up afterwards reports too */
  check(): void;
  /** Says what has been done so far and stays. */
  keep(sentence: string): void;
  end(): void;
}

/**
 * Watches for Ctrl+C (SIGINT) from the first `check`; before, nothing is written, and it ends the process as usual. The
 * command is stopped at its next `check`, and removes what it wrote. One that does not report, and a second Ctrl+C, end the
 * process: what it wrote is invisible then, and the next command removes it.
 */
export function watchInterrupts(): InterruptWatch {
  let state: 'idle' | 'watching' | 'asked' | 'stopping' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let kept: string | undefined;
  const onInterrupt = () => {
    if (state !== 'watching') return kill();
    state = 'asked';
    timer = setTimeout(() => state === 'asked' && kill(), patienceMs);
  };
  return {
    check() {
      if (state === 'idle') {
        state = 'watching';
        process.on('SIGINT', onInterrupt);
      }
      if (state !== 'asked') return;
      state = 'stopping';
      throw new Interrupted(kept === undefined ? 'Cancelled: nothing was changed.' : `Cancelled. ${kept}`);
    },
    keep(sentence) {
      kept = sentence;
    },
    end() {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt);
    },
  };
}

function kill(): void {
  process.stderr.write('\nCancelled. What was not complete is invisible, and the next command removes it.\n');
  process.exit(interruptedStatus);
}

/** Shows the progress of a long command: a bar on a terminal, elsewhere a line every few seconds. */
export interface Progress {
  readonly show: ShowProgress;
  end(): void;
}

const plainEveryMs = 5000;
const barEveryMs = 100;
const barWidth = 24;

/**
 * Shows progress on `stream`; nowhere when it is undefined.
 *
 * @param check called with each report; what it throws ends the command
 */
export function openProgress(stream: WriteStream | undefined, check: () => void = () => {}): Progress {
  if (stream === undefined) return { show: check, end: () => {} };
  const isTerminal = stream.isTTY === true;
  let shownAt = performance.now();
  let isDrawn = false;
  let saidObstacle: string | undefined;
  let current: { readonly stage: Stage; readonly pace: Pace } | undefined;
  const clear = () => {
    if (isDrawn) stream.write('\r\x1b[2K');
    isDrawn = false;
  };
  return {
    show(stage, done, total, obstacle) {
      check();
      const clockMs = performance.now();
      // on a line of its own, which stays: a bar that is wider than the terminal cannot be drawn over
      const said = obstacle === undefined ? saidObstacle : obstacleWords(obstacle);
      if (said !== saidObstacle) {
        clear();
        stream.write(`${said}\n`);
        saidObstacle = said;
        shownAt = Number.NEGATIVE_INFINITY;
      }
      if (current?.stage !== stage) current = { stage, pace: new Pace(clockMs, done) };
      current.pace.add(done, clockMs);
      if (clockMs - shownAt < (isTerminal ? barEveryMs : plainEveryMs)) return;
      shownAt = clockMs;
      isDrawn = isTerminal;
      const text = progressText(stage, done, total, current.pace.rate(clockMs));
      stream.write(isTerminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end: clear,
  };
}

/**
 * `Reading names ████░░ 61 % (305 of 500 names, 40 names a second, less than 10 seconds left)`, or `Reading names: 305 names, 40
 * names a second` while the total is not known.
 */
export function progressText(stage: Stage, done: number, total: number, rate?: number): string {
  const left = leftWords(timeLeft(done, total, rate));
  const facts = [countWords(stage, done, total), rateWords(stage, rate), left]
    .filter((words) => words !== '')
    .join(', ');
  if (total <= 0) return facts === '' ? stageWords(stage) : `${stageWords(stage)}: ${facts}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  return `${stageWords(stage)} ${bar} ${Math.floor(share * 100)} % (${facts})`;
}
