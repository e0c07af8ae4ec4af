import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { requireCurrent } from '#db/migrate.ts';
import { UnusableDatabase } from '#db/unusable-database.ts';
import { now } from '#lib/clock.ts';
import { SettingError, settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { openProgress, type Progress } from './progress.ts';
import { inCommandLineWords } from './words.ts';

/** What a command works with. The database is opened, and required to be at this version, at its first use. */
export interface CommandContext {
  readonly database: Connections;
  readonly nowMs: number;
  readonly progress: Progress;
}

/** What a command has to say: lines for a person, and the same as data for `--json`. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly json: unknown;
}

/** A command line that makes no sense as a whole, where each option by itself does. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Exit statuses of every command. */
export const exitStatus = { done: 0, refused: 1, wrongUsage: 2 } as const;

type Work<Options> = (
  context: CommandContext,
  options: Options,
  ...positional: string[]
) => CommandResult | Promise<CommandResult>;

/**
 * Gives `command` its `--json` option and its action.
 *
 * @param work gets the parsed options, then the positional arguments in order
 */
export function act<Options extends object>(command: Command, work: Work<Options>): Command {
  return command.option('--json', 'print the result as JSON').action(async (...given: unknown[]) => {
    const positional = given
      .slice(0, -2)
      .flat()
      .filter((value) => typeof value === 'string');
    const options = given.at(-2) as Options & { json?: boolean };
    const context = makeContext(options.json === true);
    try {
      const result = await work(context, options, ...positional);
      context.progress.end();
      const text = options.json === true ? JSON.stringify(result.json) : result.lines.join('\n');
      if (text !== '') process.stdout.write(`${text}\n`);
    } finally {
      context.progress.end();
      context.close();
    }
  });
}

function makeContext(json: boolean): CommandContext & { close(): void } {
  let opened: Connections | undefined;
  const progress = openProgress(json ? undefined : process.stderr);
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
    close() {
      if (opened !== undefined) closeDatabase(opened);
    },
  };
}

/**
 * A command that needs a database does not make an empty one, which a first start would then not fill.
 *
 * @throws UnusableDatabase when there is no such file
 */
export function requireDatabase(file: string): void {
  if (existsSync(file)) return;
  throw new UnusableDatabase(
    `There is no database ${file}: make it with "npm run watea -- migrate", or start the server.`,
  );
}

/** Runs the command line and gives the exit status. A person sees one sentence, never a stack trace. */
export async function runCommandLine(program: Command, argv: readonly string[]): Promise<number> {
  makeQuiet(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitStatus.done;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitStatus.done : exitStatus.wrongUsage;
    if (!isForPeople(fault)) throw fault;
    process.stderr.write(`${wordsOf(fault, argv.includes('--json'))}\n`);
    return fault instanceof UsageError ? exitStatus.wrongUsage : exitStatus.refused;
  }
}

function makeQuiet(command: Command): void {
  command.exitOverride();
  command.commands.forEach(makeQuiet);
}

function isForPeople(fault: unknown): fault is Error {
  return (
    fault instanceof Refusal ||
    fault instanceof UsageError ||
    fault instanceof SettingError ||
    fault instanceof UnusableDatabase
  );
}

function wordsOf(fault: Error, json: boolean): string {
  const { sentence, faults, total } =
    fault instanceof Refusal ? inCommandLineWords(fault) : { sentence: fault.message, faults: [], total: 0 };
  const listed = faults.map(({ where, sentence: message }) => ({ where, message }));
  if (json) return JSON.stringify({ error: sentence, faults: listed, total });
  const rows = listed.map(({ where, message }) => `  ${where}: ${message}`);
  if (total > faults.length) rows.push(`  … ${total} in all; the first ${faults.length} are listed.`);
  return [sentence, ...rows].join('\n');
}
