import { Command } from 'commander';
import { addAccessCommands } from '#cli/access.ts';
import { runCommandLine } from '#cli/command-line.ts';
import { addCoverageCommands } from '#cli/coverage.ts';
import { addDatabaseCommands } from '#cli/database.ts';
import { addRegisterCommands } from '#cli/register.ts';

const program = new Command('watea').description('Looks after the registry and broadband services.');
addDatabaseCommands(program);
addRegisterCommands(program);
addCoverageCommands(program);
addAccessCommands(program);

process.exitCode = await runCommandLine(program, process.argv.slice(2));
