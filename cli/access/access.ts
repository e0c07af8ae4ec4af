import type { Command } from 'commander';
import { addAllowCommands } from './allow.ts';
import { addKeyCommands } from './keys.ts';
import { addRegistrarCommands } from './registrars.ts';
import { addUserCommands } from './users.ts';

/** `registrars …`, `allow …`, `users …` and `keys …`: who may use the APIs. */
export function addAccessCommands(program: Command): void {
  addRegistrarCommands(program);
  addAllowCommands(program);
  addUserCommands(program);
  addKeyCommands(program);
}
