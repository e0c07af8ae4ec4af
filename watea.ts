import { enableCompileCache } from 'node:module';

// a command need not read the whole program anew: half a second each time
enableCompileCache();
const { runCommandLine } = await import('#cli/command-line.ts');
const { makeProgram } = await import('#cli/program.ts');

// a reader that has seen enough, such as `head`, closes the pipe: that is no fault
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code === 'EPIPE') process.exit();
  throw fault;
});

process.exitCode = await runCommandLine(makeProgram(), process.argv.slice(2));
