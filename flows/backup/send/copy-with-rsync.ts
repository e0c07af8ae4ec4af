import { spawn } from 'node:child_process';
import { Refusal } from '#lib/refusal.ts';

/** rsync gives up when nothing moves for so long, in seconds. */
const silenceSeconds = 60;
/** What is kept of what it prints. */
const longestMessage = 2000;

/**
 * Copies an archive to a folder of another machine with rsync over ssh, which must work without a password. rsync compares
 * checksums of what has arrived, and gives the file its name when it is complete.
 */
export async function copyWithRsync(destination: string, file: string): Promise<void> {
  const options = ['--chmod=F600', '--fsync', `--timeout=${silenceSeconds}`, '--', file, destination];
  const { status, message } = await run('rsync', options);
  if (status !== 0)
    throw new Refusal({ code: 'backup-not-sent', file, cause: message || `rsync ended with ${status}` });
}

function run(command: string, options: readonly string[]) {
  return new Promise<{ status: number | string; message: string }>((resolve) => {
    // without a terminal, ssh cannot ask for a password
    const child = spawn(command, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (text) => {
      printed = `${printed}${text}`.slice(-longestMessage);
    });
    child.once('error', (fault) => resolve({ status: 'a fault', message: fault.message }));
    child.once('close', (status, signal) => resolve({ status: status ?? signal ?? '', message: lastLine(printed) }));
  });
}

const lastLine = (printed: string) => printed.trim().split('\n').at(-1) ?? '';
