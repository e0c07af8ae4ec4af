import { enableCompileCache } from 'node:module';
import { lowerPriority } from '#flows/low-priority.ts';

// these run beside a server, which comes first from their first moment
if (['backup', 'standby'].includes(process.argv[2] ?? '')) lowerPriority(19);

// saves half a second per command, which need not compile the whole program again
enableCompileCache();
const { runCommandLine } = await import('#cli/command-line.ts');
const { makeProgram } = await import('#cli/program.ts');

// a reader such as `head` may close the pipe early; that is not an error
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code === 'EPIPE') process.exit();
  throw fault;
});

process.exitCode = await runCommandLine(makeProgram(), process.argv.slice(2));
