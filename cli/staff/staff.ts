import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandResult } from '#cli/command-line.ts';
import { emailAddress } from '#cli/options.ts';
import type { Connections } from '#db/client.ts';
import { pageOfStaff } from '#db/staff/list.ts';
import { disableStaffByEmail, inviteOrRenew } from '#flows/staff/accounts.ts';
import { settings } from '#lib/env.ts';
import { linkLifetimeHours, oneTimeLink } from '#lib/staff/one-time-link.ts';
import { type Role, roles } from '#lib/staff/role.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** `staff add|list|disable`: who may use the staff screens. */
export function addStaffCommands(program: Command): void {
  const staff = program.command('staff').description('who may use the staff screens');

  act(
    staff
      .command('add')
      .description('invite somebody, or give them a new link: prints a one-time link for setting a password')
      .argument('<email>', 'their email address', emailAddress)
      .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory()),
    async ({ database, nowMs }, { role }: { role: Role }, email = '') => {
      const token = await inviteOrRenew(database.writer, { email, role }, byCommandLine(nowMs));
      const link = oneTimeLink(settings().baseUrl, token);
      return {
        lines: [link, `${email} opens this link within ${linkLifetimeHours} hours to set a password. It works once.`],
        json: { email, role, link },
      };
    },
  );

  act(staff.command('list').description('all accounts, with role and state'), ({ database }) => listOf(database));

  act(
    staff
      .command('disable')
      .description('disable an account; its sessions end at once')
      .argument('<email>', 'their email address', emailAddress),
    async ({ database, nowMs }, _options: object, given = '') => {
      const email = await disableStaffByEmail(database.writer, given, byCommandLine(nowMs));
      return { lines: [`${email} is disabled.`], json: { email, disabled: true } };
    },
  );
}

function listOf({ reader }: Connections): CommandResult {
  const all = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, search: '', state: undefined };
  const { rows } = pageOfStaff(reader, { sort: 'email', descending: false, ...all });
  const people = rows.map(({ email, role, disabledAt, hasPassword, hasTotp, passkeys, lastLoginAt }) => ({
    email,
    role,
    state: disabledAt !== null ? 'disabled' : hasPassword === 1 ? 'active' : 'invited',
    secondFactor: hasTotp === 1 || passkeys > 0,
    lastLogin: lastLoginAt === null ? null : formatAuckland(lastLoginAt),
  }));
  const lines = people.map(({ email, role, state, lastLogin }) =>
    [email, role, state, lastLogin === null ? 'never signed in' : `signed in ${lastLogin}`].join('\t'),
  );
  const empty = 'There are no accounts yet: invite somebody with "staff add EMAIL --role admin".';
  return { lines: lines.length > 0 ? lines : [empty], json: people };
}
