import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, inputFile, nameOf } from '#cli/given-path.ts';
import { type IfUnchanged, ifUnchanged, seenOf } from '#cli/options.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { getListedName, listedNames } from '#db/registry/listed-names.ts';
import { importListedNames, removeListedName, saveListedName } from '#flows/registry/listed-names.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import { addFeedCommands } from './import.ts';
import { addReleaseCommand } from './release.ts';

/** `register …`: import register files, list names that cannot be registered, release names. */
export function addRegisterCommands(program: Command): void {
  const register = program.command('register').description('import register files, list reserved names, release names');
  addFeedCommands(register);
  addListReserved(register);
  addReserve(register);
  addReserveOne(register);
  addUnreserve(register);
  addReleaseCommand(register);
}

function addListReserved(register: Command): void {
  const command = register
    .command('list-reserved')
    .description('print the names that cannot be registered, as CSV that `register reserve` reads');
  act(command, ({ database }) => {
    const revisions = revisionsOf(database.reader, 'listed name');
    const names = [...listedNames(database.reader)];
    const rows = names.map(({ name, status, reason }) => `${name},${status},${csvValue(reason)}`);
    return {
      lines: ['domain,status,reason', ...rows],
      json: names.map(({ name, ...rest }) => ({ domain: name, ...rest, revision: revisions.get(name) ?? 0 })),
    };
  });
}

function addReserve(register: Command): void {
  const command = register
    .command('reserve')
    .description('add names that cannot be registered: domain,status[,reason]; names already listed are changed')
    .addArgument(
      inputFile('CSV, plain or gzip; status is Prohibited, Conflicted, Resolved or Reserved; - reads standard input'),
    );
  act(command, async ({ database, nowMs }, _options, file = '') => {
    const given = { source: nameOf(file), bytes: bytesOf(file) };
    const report = await importListedNames(database.writer, given, byCommandLine(nowMs));
    const lines = [`new ${report.new}, changed ${report.changed}, unchanged ${report.unchanged}`];
    return { lines, json: report };
  });
}

function addReserveOne(register: Command): void {
  const command = register
    .command('add-reserved')
    .description('add one name that cannot be registered, or change what the list says of it')
    .argument('<name>', 'in any form, such as māori.co.nz; quote it where the shell needs that')
    .addOption(new Option('--status <status>', 'the status in answers').choices(listedStatuses).makeOptionMandatory())
    .option('--reason <text>', 'why; without it, the reason on the list stays')
    .addOption(ifUnchanged());
  act<{ status: ListedStatus; reason?: string } & IfUnchanged>(
    command,
    async ({ database, nowMs }, options, name = '') => {
      const { status, reason } = options;
      const shown = await saveListedName(
        database.writer,
        { name, status, reason, seen: seenOf(options) },
        byCommandLine(nowMs),
      );
      return {
        lines: [`${shown} is on the list as ${status}.`],
        json: getListedName(database.writer, parseName(name).domain),
      };
    },
  );
}

function addUnreserve(register: Command): void {
  const command = register
    .command('remove-reserved')
    .description('remove a name from the list of names that cannot be registered')
    .argument('<name>', 'in any form, such as māori.co.nz')
    .addOption(ifUnchanged());
  act<IfUnchanged>(command, async ({ database, nowMs }, options, name = '') => {
    const given = { record: name, seen: seenOf(options) };
    const shown = await removeListedName(database.writer, given, byCommandLine(nowMs));
    return { lines: [`${shown} is no longer on the list.`], json: { removed: shown } };
  });
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
