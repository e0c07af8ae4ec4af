import { runCommandLine } from '#cli/command-line.ts';
import { makeProgram } from '#cli/program.ts';

// a reader that has seen enough, such as `head`, closes the pipe: that is no fault
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code === 'EPIPE') process.exit();
  throw fault;
});

process.exitCode = await runCommandLine(makeProgram(), process.argv.slice(2));
