import type { Command } from 'commander';
import { addAllowCommands } from './allow.ts';
import { addKeyCommands } from './keys.ts';

/** `allow …` and `keys …`: who may use the APIs. */
export function addAccessCommands(program: Command): void {
  addAllowCommands(program);
  addKeyCommands(program);
}
