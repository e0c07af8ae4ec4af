import { Command } from 'commander';
import { addAllowCommands } from './access/allow.ts';
import { addKeyCommands } from './access/keys.ts';
import { addRegistrarCommands } from './access/registrars.ts';
import { addRequestCommands } from './access/requests.ts';
import { addUserCommands } from './access/users.ts';
import { addBackupCommands } from './backup/backup.ts';
import { addBaseMapCommands } from './base-map/base-map.ts';
import { addCoverageCommands } from './broadband/coverage.ts';
import { addProviderCommands } from './broadband/providers.ts';
import { addTechnologyCommands } from './broadband/technologies.ts';
import { addCheckCommand } from './database/check.ts';
import { addDatabaseCommands } from './database/database.ts';
import { addExamples } from './examples.ts';
import { addWorkCommands } from './jobs/work.ts';
import { addAlertCommands } from './operations/alerts.ts';
import { addOutboxCommands } from './outbox/outbox.ts';
import { addPlaceCommands } from './places/places.ts';
import { addRegisterCommands } from './registry/register.ts';
import { addReportCommands } from './reports/reports.ts';
import { addStaffCommands } from './staff/staff.ts';
import { addUsageCommand } from './usage/usage.ts';

/** All commands; `npm run watea -- --help` lists them. */
export function makeProgram(): Command {
  const program = new Command('watea').description('Looks after the registry and broadband services.');
  addDatabaseCommands(program);
  addRegisterCommands(program);
  addCoverageCommands(program);
  addTechnologyCommands(program);
  addProviderCommands(program);
  addPlaceCommands(program);
  addBaseMapCommands(program);
  addRegistrarCommands(program);
  addAllowCommands(program);
  addUserCommands(program);
  addKeyCommands(program);
  addRequestCommands(program);
  addUsageCommand(program);
  addReportCommands(program);
  addStaffCommands(program);
  addWorkCommands(program);
  addBackupCommands(program);
  addAlertCommands(program);
  addOutboxCommands(program);
  addCheckCommand(program);
  addExamples(program);
  return program;
}
