import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { emailAddress, type IfUnchanged, ifUnchanged, seenOf } from '#cli/options.ts';
import { pageOfUsers } from '#db/access/users.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { addUser, changeUser, removeUser, requireUserByEmail } from '#flows/access/users.ts';
import { counted } from '#lib/counted.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

interface Details {
  readonly name?: string;
  readonly organisation?: string;
  readonly note?: string;
}

interface ChangeOptions extends Details, IfUnchanged {
  readonly email?: string;
}

/** `users list|add|change|remove`: the people whose programs have keys of the broadband API. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('the people whose programs have keys of the broadband API');
  act(users.command('list').description('all users by email address'), list);
  act(addDetails(users.command('add').description('add a user; "keys issue" gives them a key')), add);
  act(
    addDetails(users.command('change').description('change the details of a user'))
      .option('--email <email>', 'their new email address', emailAddress)
      .addOption(ifUnchanged()),
    change,
  );
  act(
    users
      .command('remove')
      .description('remove a user; their keys stop working at once')
      .argument('<email>', 'their email address', emailAddress)
      .addOption(ifUnchanged()),
    remove,
  );
}

function addDetails(command: Command): Command {
  return command
    .argument('<email>', 'their email address', emailAddress)
    .option('--name <name>', 'their name')
    .option('--organisation <name>', 'for whom they work')
    .option('--note <text>', 'a note for staff');
}

function list({ database, nowMs }: CommandContext): CommandResult {
  const all = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, search: '' };
  const { rows } = pageOfUsers(database.reader, { sort: 'email', descending: false, ...all }, nowMs);
  const revisions = revisionsOf(database.reader, 'user');
  const listed = rows.map(({ id, createdAt, ...row }) => ({
    ...row,
    added: isoAuckland(createdAt),
    revision: revisions.get(String(id)) ?? 0,
  }));
  const lines = listed.map(({ email, keys, name, organisation }) =>
    [email, `${counted(keys, 'key')} in use`, name, organisation].join('\t').trimEnd(),
  );
  return {
    lines: lines.length > 0 ? lines : ['There are no users yet: add one with "users add EMAIL".'],
    json: listed,
  };
}

async function add({ database, nowMs }: CommandContext, given: Details, email = ''): Promise<CommandResult> {
  const { name = '', organisation = '', note = '' } = given;
  await addUser(database.writer, { email, name, organisation, note }, byCommandLine(nowMs));
  return {
    lines: [`${email} is added. Give them a key with "keys issue --user ${email}".`],
    json: { email, name, organisation, note },
  };
}

async function change(
  { database, nowMs }: CommandContext,
  { email, name, organisation, note, ...options }: ChangeOptions,
  asked = '',
): Promise<CommandResult> {
  const wanted = { email, name, organisation, note };
  if (Object.values(wanted).every((value) => value === undefined))
    throw new UsageError('Give at least one of --email, --name, --organisation and --note.');
  const { id } = requireUserByEmail(database.reader, asked);
  const given = { ...wanted, id, seen: seenOf(options) };
  const { changed, now } = await changeUser(database.writer, given, byCommandLine(nowMs));
  const words = changed.length === 0 ? 'has these details already: nothing was changed' : 'is changed';
  return { lines: [`${now.fields.email} ${words}.`], json: { ...now.fields, revision: now.revision } };
}

async function remove({ database, nowMs }: CommandContext, options: IfUnchanged, asked = ''): Promise<CommandResult> {
  const { id, email } = requireUserByEmail(database.reader, asked);
  await removeUser(database.writer, { record: id, seen: seenOf(options) }, byCommandLine(nowMs));
  return { lines: [`${email} is removed; their keys no longer work.`], json: { email } };
}
