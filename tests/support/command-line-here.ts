import { runCommandLine } from '#cli/command-line.ts';
import { makeProgram } from '#cli/program.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { type Ran, watea } from './command-line.ts';

let former: Promise<unknown> = Promise.resolve();

/**
 * Runs `npm run watea -- <args>` within this process, which takes a hundredth of the time; one after the other. One that
 * reads standard input is a process of its own.
 */
export function wateaHere(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input?: string | Buffer,
): Promise<Ran> {
  if (input !== undefined) return watea(args, settings, input);
  const own = former.then(() => run(args, settings));
  former = own.catch(() => undefined);
  return own;
}

/** What `watea.ts` does, with what it writes collected. */
async function run(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ran> {
  const { env } = process;
  process.env = { NODE_ENV: 'test', PATH: env.PATH, ...settings };
  setProcessWide('settings', undefined);
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  try {
    const status = await runCommandLine(makeProgram(), args);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.end();
    stderr.end();
    process.env = env;
    setProcessWide('settings', undefined);
  }
}

function collect(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const { write } = stream;
  let collected = '';
  stream.write = (text: string | Uint8Array) => {
    collected += text;
    return true;
  };
  return {
    text: () => collected,
    end() {
      stream.write = write;
    },
  };
}
