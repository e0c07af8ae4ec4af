import { Command } from 'commander';
import { addAccessCommands } from './access.ts';
import { addCoverageCommands } from './coverage.ts';
import { addDatabaseCommands } from './database.ts';
import { addRegisterCommands } from './register.ts';

/** Every command there is; `npm run watea -- --help` lists them. */
export function makeProgram(): Command {
  const program = new Command('watea').description('Looks after the registry and broadband services.');
  addDatabaseCommands(program);
  addRegisterCommands(program);
  addCoverageCommands(program);
  addAccessCommands(program);
  return program;
}
