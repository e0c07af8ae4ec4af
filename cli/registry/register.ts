import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, nameOf } from '#cli/input-file.ts';
import { getListedName, importListedNames, listedNames } from '#db/registry/listed-names.ts';
import { putListedName, removeListedName } from '#flows/registry/listed-name-changes.ts';
import { Refusal } from '#lib/refusal.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import { addFeedCommands } from './import.ts';
import { addReleaseCommand } from './release.ts';

/** `register …`: what is registered, what may not be, and the release job. */
export function addRegisterCommands(program: Command): void {
  const register = program.command('register').description('feed the register, list reserved names, release names');
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

function addReserveOne(register: Command): void {
  const command = register
    .command('add-reserved')
    .description('add one name that cannot be registered, or change what the list says of it')
    .argument('<name>', 'in any form, such as māori.co.nz; quote it where the shell needs that')
    .addOption(new Option('--status <status>').choices(listedStatuses).makeOptionMandatory())
    .option('--reason <text>', 'why; what stands there is kept when this is left out');
  act<{ status: ListedStatus; reason?: string }>(command, ({ database, nowMs }, options, name = '') => {
    const { db } = database.writer;
    const shown = db.transaction(
      (tx) => {
        const reason = options.reason ?? getListedName({ db: tx }, parseName(name).domain)?.reason ?? '';
        const given = { name, status: options.status, reason };
        return inWords(() => putListedName(tx, given, byCommandLine(nowMs)));
      },
      { behavior: 'immediate' },
    );
    return {
      lines: [`${shown} is on the list as ${options.status}.`],
      json: getListedName(database.writer, parseName(name).domain),
    };
  });
}

function addUnreserve(register: Command): void {
  const command = register
    .command('remove-reserved')
    .description('take a name off the list of those that cannot be registered')
    .argument('<name>');
  act(command, ({ database, nowMs }, _options, name = '') => {
    const { db } = database.writer;
    const shown = db.transaction((tx) => removeListedName(tx, name, byCommandLine(nowMs)), { behavior: 'immediate' });
    return { lines: [`${shown} is on no list any more.`], json: { removed: shown } };
  });
}

/** A refusal that forms would put at their field, as one sentence. */
function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (fault) {
    const reason = fault instanceof Refusal ? fault.faults[0]?.reason : undefined;
    throw reason === undefined ? fault : new Refusal(reason);
  }
}

function csvValue(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
