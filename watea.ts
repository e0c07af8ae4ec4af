import { runCommandLine } from '#cli/command-line.ts';
import { makeProgram } from '#cli/program.ts';

process.exitCode = await runCommandLine(makeProgram(), process.argv.slice(2));
