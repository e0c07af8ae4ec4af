import type { Command } from 'commander';
import { addAllowCommands } from './allow.ts';
import { addKeyCommands } from './keys.ts';
import { addRegistrarCommands } from './registrars.ts';
import { addRequestCommands } from './requests.ts';
import { addUserCommands } from './users.ts';

/** `registrars …`, `allow …`, `users …`, `keys …` and `requests …`: who may use the APIs. */
export function addAccessCommands(program: Command): void {
  addRegistrarCommands(program);
  addAllowCommands(program);
  addUserCommands(program);
  addKeyCommands(program);
  addRequestCommands(program);
}
