import { Command } from 'commander';
import { addAccessCommands } from './access.ts';
import { addCheckCommand } from './check.ts';
import { addCoverageCommands } from './coverage.ts';
import { addDatabaseCommands } from './database.ts';
import { addPlaceCommands } from './places.ts';
import { addProviderCommands } from './providers.ts';
import { addRegisterCommands } from './register.ts';
import { addStaffCommands } from './staff.ts';
import { addTechnologyCommands } from './technologies.ts';

/** Every command there is; `npm run watea -- --help` lists them. */
export function makeProgram(): Command {
  const program = new Command('watea').description('Looks after the registry and broadband services.');
  addDatabaseCommands(program);
  addRegisterCommands(program);
  addCoverageCommands(program);
  addTechnologyCommands(program);
  addProviderCommands(program);
  addPlaceCommands(program);
  addAccessCommands(program);
  addStaffCommands(program);
  addCheckCommand(program);
  return program;
}
