import { Argument, type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { emailAddress, type IfUnchanged, ifUnchanged, seenOf } from '#cli/options.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import type { Connection, Connections } from '#db/client.ts';
import { pageOfStaff, whatEnds } from '#db/staff/list.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  removeStaff,
  renewLink,
  requireAccountByEmail,
} from '#flows/staff/accounts.ts';
import { areLinksMailed, inviteByMail, renewByMail } from '#flows/staff/links.ts';
import { settings } from '#lib/env.ts';
import { linkLifetimeHours, oneTimeLink } from '#lib/staff/one-time-link.ts';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';
import { endingWords } from '#lib/words/staff/staff.ts';

interface Belonging {
  /** The name or an alias of a network provider. */
  readonly provider?: string;
}

/** `staff add|link|role|disable|remove|enable|list`: who may use the staff screens. */
export function addStaffCommands(program: Command): void {
  const staff = program.command('staff').description('who may use the staff screens');

  act(
    staff
      .command('add')
      .description('invite somebody: mails or prints a one-time link for setting a password')
      .argument('<email>', 'their email address', emailAddress)
      .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
      .addOption(ofProvider())
      .addOption(showLink())
      .addHelpText('after', `\n${Object.values(roleWords).join('\n')}`),
    async (
      { database: { writer }, nowMs },
      { role, showLink: isShown, ...given }: { role: Role } & Belonging & ShowLink,
      email = '',
    ) => {
      const by = byCommandLine(nowMs);
      const invited = { email, role, provider: providerOf(writer, role, given) };
      if (isMailed(isShown)) {
        await inviteByMail(writer, invited, by);
        return mailedResult(email, { role, ...given });
      }
      return linkResult(email, await inviteStaff(writer, invited, by), { role, ...given });
    },
  );
  const one = (name: string, description: string) =>
    staff
      .command(name)
      .description(description)
      .argument('<email>', 'their email address', emailAddress)
      .addOption(ifUnchanged());
  addChangesOfAccounts(one);
  addEndsOfAccess(one);
  act(staff.command('list').description('all accounts, with role and state'), ({ database }) => listOf(database));
}

/** Adds a command about one account, whose first argument is the email address. */
type AccountCommand = (name: string, description: string) => Command;

function addChangesOfAccounts(command: AccountCommand): void {
  act<IfUnchanged & ShowLink>(
    command('link', 'replace somebody’s one-time link, such as when they have forgotten their password').addOption(
      showLink(),
    ),
    async (context, options, given = '') => {
      const { id, email, by, writer } = accountOf(context, given);
      if (isMailed(options.showLink)) {
        await renewByMail(writer, { record: id, seen: seenOf(options) }, by);
        return mailedResult(email);
      }
      return linkResult(email, await renewLink(writer, { record: id, seen: seenOf(options) }, by));
    },
  );

  act<IfUnchanged & Belonging>(
    command('role', 'give somebody another role, or another network provider')
      .addArgument(new Argument('<role>', 'what they may do').choices(roles))
      .addOption(ofProvider()),
    async (context, options, given = '', role = '') => {
      const { id, email, by, writer } = accountOf(context, given);
      const provider = options.provider === undefined ? undefined : providerOf(writer, role, options);
      const { changed } = await changeRole(writer, { id, role: role as Role, provider, seen: seenOf(options) }, by);
      const already = changed.length === 0 ? ' already: nothing was changed' : '';
      return { lines: [`${email} has the role ${role}${already}.`], json: { email, role } };
    },
  );
}

function addEndsOfAccess(command: AccountCommand): void {
  act<IfUnchanged>(
    command('disable', 'disable an account; its sessions end at once'),
    async (context, options, given = '') => {
      const { id, email, by, writer } = accountOf(context, given);
      await disableStaff(writer, { record: id, seen: seenOf(options) }, by);
      return { lines: [`${email} is disabled.`], json: { email, disabled: true } };
    },
  );

  act<IfUnchanged>(
    command('remove', 'remove an account for good, or withdraw an invitation; its sessions end at once'),
    async (context, options, given = '') => {
      const { id, email, by, writer } = accountOf(context, given);
      const { ends, goesOn } = endingWords(whatEnds(context.database.reader, { id, email }, context.nowMs));
      await removeStaff(writer, { record: id, seen: seenOf(options) }, by);
      return {
        lines: [`${email} is removed. This ends with their next request: ${ends}.`, goesOn],
        json: { email, removed: true },
      };
    },
  );

  act<IfUnchanged>(command('enable', 'enable a disabled account'), async (context, options, given = '') => {
    const { id, email, by, writer } = accountOf(context, given);
    await enableStaff(writer, { record: id, seen: seenOf(options) }, by);
    return { lines: [`${email} is enabled.`], json: { email, disabled: false } };
  });
}

interface ShowLink {
  readonly showLink?: boolean;
}

const showLink = () => new Option('--show-link', 'print the link for you to pass on, even if it could be mailed');
const isMailed = (isShown = false) => !isShown && areLinksMailed();

function mailedResult(email: string, facts: object = {}): CommandResult {
  const sentence = `A link was mailed to ${email}. It works once, within ${linkLifetimeHours} hours; "outbox list" shows whether it was sent.`;
  return { lines: [sentence], json: { email, ...facts, mailed: true } };
}

const ofProvider = () =>
  new Option('--provider <name>', 'the network provider that somebody with the role provider belongs to');

/** The number of the provider that was named. @throws UsageError if another role was given, or no provider */
function providerOf(writer: Connection, role: string, { provider: name }: Belonging): number | null {
  if ((name === undefined) === (role === 'provider'))
    throw new UsageError('Give --provider for the role provider, and for no other.');
  return name === undefined ? null : requireProviderByName(writer.db, name).id;
}

function accountOf({ database: { writer }, nowMs }: CommandContext, given: string) {
  const { id, email } = requireAccountByEmail(writer, given);
  return { id, email, writer, by: byCommandLine(nowMs) };
}

function linkResult(email: string, token: string, facts: object = {}): CommandResult {
  const link = oneTimeLink(settings().baseUrl, token);
  const sentence = `${email} opens this link within ${linkLifetimeHours} hours to set a password. It works once.`;
  return { lines: [link, sentence], json: { email, ...facts, link } };
}

function listOf({ reader }: Connections): CommandResult {
  const all = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, search: '', state: undefined };
  const { rows } = pageOfStaff(reader, { sort: 'email', descending: false, ...all });
  const revisions = revisionsOf(reader, 'staff');
  const people = rows.map(({ id, email, role, provider, disabledAt, hasAccepted, hasTotp, passkeys, lastLoginAt }) => ({
    email,
    role,
    provider,
    state: disabledAt !== null ? 'disabled' : hasAccepted === 1 ? 'active' : 'invited',
    secondFactor: hasTotp === 1 || passkeys > 0,
    lastLogin: isoAuckland(lastLoginAt),
    revision: revisions.get(String(id)) ?? 0,
  }));
  const lines = rows.map(({ lastLoginAt }, at) => {
    const signedIn = lastLoginAt === null ? 'never signed in' : `signed in ${formatAuckland(lastLoginAt)}`;
    const { email, role, provider, state } = people[at] ?? {};
    return [email, provider == null ? role : `${role}: ${provider}`, state, signedIn].join('\t');
  });
  const empty = 'There are no accounts yet: invite somebody with "staff add EMAIL --role admin".';
  return { lines: lines.length > 0 ? lines : [empty], json: people };
}
