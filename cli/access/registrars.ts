import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, limitOrDefault, nullForWord, seenOf } from '#cli/options.ts';
import { pageOfRegistrars } from '#db/access/registrars.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { addRegistrar, changeRegistrar, removeRegistrar, requireRegistrarNamed } from '#flows/access/registrars.ts';
import { counted } from '#lib/counted.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

interface Details {
  readonly contact?: string;
  readonly note?: string;
  readonly perSecond?: number | 'default';
}

interface ChangeOptions extends Details, IfUnchanged {
  readonly rename?: string;
}

const whichOne = ['<name>', 'its name'] as const;

/** `registrars list|add|change|disable|enable|remove`: who may use the registry API. */
export function addRegistrarCommands(program: Command): void {
  const registrars = program.command('registrars').description('the registrars that may use the registry API');
  act(registrars.command('list').description('all registrars by name, with their state'), list);
  act(addDetails(registrars.command('add').description('add a registrar; "allow add" gives it networks')), add);
  act(
    addDetails(registrars.command('change').description('change the name, contact, note or limit of a registrar'))
      .option('--rename <name>', 'its new name')
      .addOption(ifUnchanged()),
    change,
  );
  addState(registrars, 'disable', 'refuse every request from its networks, which stay stored');
  addState(registrars, 'enable', 'accept requests from its networks again');
  act(
    registrars
      .command('remove')
      .description('remove a registrar with all its networks')
      .argument(...whichOne)
      .addOption(ifUnchanged()),
    remove,
  );
}

function addDetails(command: Command): Command {
  return command
    .argument(...whichOne)
    .option('--contact <email>', 'whom to write to')
    .option('--note <text>', 'a note for staff')
    .option('--per-second <n>', 'its limit of requests a second, or "default"', limitOrDefault);
}

function list({ database }: CommandContext): CommandResult {
  const all = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, search: '', state: undefined };
  const { rows } = pageOfRegistrars(database.reader, { sort: 'name', descending: false, ...all });
  const revisions = revisionsOf(database.reader, 'registrar');
  const listed = rows.map(({ id, name, contactEmail, perSecond, enabled, createdAt, networks }) => ({
    name,
    contact: contactEmail,
    networks,
    perSecond,
    state: enabled ? 'enabled' : 'disabled',
    added: isoAuckland(createdAt),
    revision: revisions.get(String(id)) ?? 0,
  }));
  const lines = listed.map(({ name, state, networks, perSecond, contact }) =>
    [
      name,
      state,
      counted(networks, 'network'),
      perSecond === null ? 'default limit' : `${perSecond.toLocaleString('en-NZ')}/s`,
      contact,
    ].join('\t'),
  );
  const empty = 'There are no registrars yet: add one with "registrars add NAME".';
  return { lines: lines.length > 0 ? lines : [empty], json: listed };
}

async function add({ database, nowMs }: CommandContext, given: Details, name = ''): Promise<CommandResult> {
  const { contact: contactEmail = '', note = '' } = given;
  const perSecond = nullForWord(given.perSecond) ?? null;
  const details = { name, contactEmail, note, perSecond, enabled: true };
  await addRegistrar(database.writer, details, byCommandLine(nowMs));
  return {
    lines: [`${name} is added. Give it networks with "allow add CIDR --registrar ${quoted(name)}".`],
    json: { name, contact: contactEmail, note, perSecond, state: 'enabled' },
  };
}

async function change(context: CommandContext, options: ChangeOptions, name = ''): Promise<CommandResult> {
  const { rename, contact, note, perSecond } = options;
  const wanted = { name: rename, contactEmail: contact, note, perSecond: nullForWord(perSecond) };
  if (Object.values(wanted).every((value) => value === undefined))
    throw new UsageError('Give at least one of --rename, --contact, --note and --per-second.');
  const { changed, json } = await store(context, options, name, wanted);
  const words = changed ? 'is changed' : 'has these details already: nothing was changed';
  return { lines: [`${json.name} ${words}.`], json };
}

function addState(registrars: Command, verb: 'disable' | 'enable', description: string): void {
  const command = registrars
    .command(verb)
    .description(description)
    .argument(...whichOne)
    .addOption(ifUnchanged());
  act<IfUnchanged>(command, async (context, options, name = '') => {
    const { changed, json } = await store(context, options, name, { enabled: verb === 'enable' });
    return { lines: [`${json.name} is ${changed ? '' : 'already '}${json.state}.`], json };
  });
}

async function store({ database, nowMs }: CommandContext, options: IfUnchanged, name: string, wanted: object) {
  const { id } = requireRegistrarNamed(database.reader, name);
  const given = { ...wanted, id, seen: seenOf(options) };
  const { changed, now } = await changeRegistrar(database.writer, given, byCommandLine(nowMs));
  const { contactEmail: contact, enabled, ...details } = now.fields;
  const state = enabled ? 'enabled' : 'disabled';
  return { changed: changed.length > 0, json: { ...details, contact, state, revision: now.revision } };
}

async function remove({ database, nowMs }: CommandContext, options: IfUnchanged, asked = ''): Promise<CommandResult> {
  const { id, name } = requireRegistrarNamed(database.reader, asked);
  await removeRegistrar(database.writer, { record: id, seen: seenOf(options) }, byCommandLine(nowMs));
  return { lines: [`${name} is removed with its networks.`], json: { name } };
}

const quoted = (name: string) => (/^\S+$/.test(name) ? name : JSON.stringify(name));
