import { execFile } from 'node:child_process';
import { type Stage, stages } from '#lib/jobs/stages.ts';
import { stageWords } from '#lib/words/stages.ts';
import { environmentWith } from './environment.ts';

const root = `${import.meta.dirname}/../..`;

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const doing = (Object.keys(stages) as Stage[]).map(stageWords);

/** What a command said on stderr, without the lines of its progress: those depend on how fast the machine is. */
export function messagesOf({ stderr }: Pick<Ran, 'stderr'>): string {
  const isProgress = (line: string) =>
    doing.some((stage) => line.startsWith(`${stage} `) || line.startsWith(`${stage}:`));
  return stderr
    .split(/(?<=\n)/)
    .filter((line) => !isProgress(line))
    .join('');
}

/** Runs `npm run watea -- <args>` in a separate process, without a terminal. */
export function watea(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string | Buffer,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['watea.ts', ...args],
      { cwd: root, env: environmentWith(environment), maxBuffer: 64 * 1024 * 1024 },
      (fault, stdout, stderr) => {
        resolve({ status: fault === null ? 0 : Number(fault.code), stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}
