import { type Command, Option } from 'commander';
import { act } from '#cli/command-line.ts';
import { emailAddress } from '#cli/options.ts';
import { listStaff } from '#db/staff/list.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  getStaffByEmail,
  inviteStaff,
  renewLink,
} from '#flows/staff/accounts.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import { type Role, roles } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

const actor = { who: 'command line', address: null };

/** `staff add|list|disable`: who may use the staff screens. */
export function addStaffCommands(program: Command): void {
  const staff = program.command('staff').description('who may use the staff screens');

  act(
    staff
      .command('add')
      .description('invite somebody, or give them a new link: prints a one-time link to set a password with')
      .argument('<email>', 'their e-mail address', emailAddress)
      .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory()),
    ({ database: { writer }, nowMs }, { role }: { role: Role }, email = '') => {
      const token = generateToken();
      const known = getStaffByEmail(writer.db, email);
      if (known === undefined) inviteStaff(writer, { email, role, tokenHash: hashToken(token) }, actor, nowMs);
      else {
        if (known.disabledAt !== null) enableStaff(writer, known.id, actor, nowMs);
        changeRole(writer, known.id, role, actor, nowMs);
        renewLink(writer, known.id, hashToken(token), actor, nowMs);
      }
      const link = oneTimeLink(settings().baseUrl, token);
      return {
        lines: [link, `${email} opens this link within 24 hours to set a password. It works once.`],
        json: { email, role, link },
      };
    },
  );

  act(staff.command('list').description('everybody, with role and state'), ({ database: { reader } }) => {
    const order = { order: 'email', isDescending: false } as const;
    const { rows } = listStaff(reader, { text: '', state: 'all', ...order, offset: 0, limit: -1 });
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
    return {
      lines: lines.length > 0 ? lines : ['There is nobody yet: invite somebody with "staff add EMAIL --role admin".'],
      json: people,
    };
  });

  act(
    staff
      .command('disable')
      .description('shut somebody out at once; their sessions end')
      .argument('<email>', 'their e-mail address', emailAddress),
    ({ database: { writer }, nowMs }, _options: object, email = '') => {
      const known = getStaffByEmail(writer.db, email);
      if (known === undefined) throw new Refusal(`Nobody has an account under ${email}; "staff list" shows them.`);
      disableStaff(writer, known.id, actor, nowMs);
      return { lines: [`${known.email} is disabled.`], json: { email: known.email, disabled: true } };
    },
  );
}
