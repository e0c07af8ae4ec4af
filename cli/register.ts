import type { Command } from 'commander';
import { importListedNames, listedNames } from '#db/listed-names.ts';
import { byCommandLine } from './authorship.ts';
import { act } from './command-line.ts';
import { bytesOf, nameOf } from './input-file.ts';
import { addFeedCommands } from './register-import.ts';
import { addReleaseCommand } from './register-release.ts';

/** `register …`: what is registered, what may not be, and the release job. */
export function addRegisterCommands(program: Command): void {
  const register = program.command('register').description('feed the register, list reserved names, release names');
  addFeedCommands(register);
  addListReserved(register);
  addReserve(register);
  addReleaseCommand(register);
}

function addListReserved(register: Command): void {
  const command = register
    .command('list-reserved')
    .description('print the names that cannot be registered, as CSV that `register reserve` reads');
  act(command, ({ database }) => {
    const names = [...listedNames(database.reader)];
    const rows = names.map(({ name, status, reason }) => `${name},${status},${csvValue(reason)}`);
    return {
      lines: ['domain,status,reason', ...rows],
      json: names.map(({ name, ...rest }) => ({ domain: name, ...rest })),
    };
  });
}

function addReserve(register: Command): void {
  const command = register
    .command('reserve')
    .description('add names that cannot be registered: domain,status[,reason]; names already listed are changed')
    .argument(
      '<file>',
      'CSV, plain or gzip; status is Prohibited, Conflicted, Resolved or Reserved; - reads standard input',
    );
  act(command, async ({ database, nowMs }, _options, file = '') => {
    const by = byCommandLine(nowMs);
    const report = await importListedNames(database.writer, bytesOf(file), nameOf(file), by);
    const lines = [`new ${report.new}, changed ${report.changed}, unchanged ${report.unchanged}`];
    return { lines, json: report };
  });
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
