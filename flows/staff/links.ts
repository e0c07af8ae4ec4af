import { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { withdrawMessages } from '#db/outbox/messages.ts';
import { type Account, hasAccounts, insertAccount, updateAccount } from '#db/staff/accounts.ts';
import { getLink, putLink, removeLink } from '#db/staff/links.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { change } from '#flows/change.ts';
import { seen } from '#flows/editing.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { requireOtherMeans } from '#flows/staff/openid/only.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { email, line, oneOf, rowId } from '#lib/fields.ts';
import { type Fault, Refusal, refuseFaults, required } from '#lib/refusal.ts';
import { linkLifetimeHours, linkLifetimeMs, oneTimeLink } from '#lib/staff/one-time-link.ts';
import { hashPassword, withHashingPlace } from '#lib/staff/password-hash.ts';
import { roles } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { invitationMail, linkMail } from '#lib/words/mails.ts';
import { inviteStaff, renewLink, requireAccount } from './accounts.ts';
import { newPassword, newPasswordFaults } from './own-account.ts';
import { recordStaffChange } from './record.ts';

/** Makes the link of the first administrator, who gives an email address when using it. @returns its token */
export async function issueFirstLink(writer: Connection, nowMs: number): Promise<string> {
  const token = generateToken();
  await transact(writer, (db) => putLink(db, null, hashToken(token), nowMs));
  return token;
}

/** The link with this token. @throws Refusal when it is unknown, used, expired or replaced */
export function requireLink(connection: Pick<Connection, 'db'>, token: string, nowMs: number) {
  return required(getLink(connection, hashToken(token), nowMs), { code: 'link-expired', hours: linkLifetimeHours });
}

/** `email`: the address of the first administrator; everybody else's is known. */
export const acceptance = z.object({ token: line(100), email: line(254), ...newPassword });

/** Sets a password with a one-time link, which is used up; all sessions of the person end. @returns the account */
export async function acceptLink(
  writer: Connection,
  given: z.output<typeof acceptance>,
  { address, nowMs }: { readonly address: string | null; readonly nowMs: number },
): Promise<Account> {
  const link = requireLink(writer, given.token, nowMs);
  const who = link.email ?? given.email;
  requireOtherMeans(who);
  refuseFaults({ code: 'fields' }, [...emailFaults(who), ...newPasswordFaults(given, who)]);
  const passwordHash = await withHashingPlace((inTurn) => inTurn(() => hashPassword(given.password)));
  return await transact(writer, (db) => {
    // it may have been used while the password was hashed
    const { staffId } = requireLink({ db }, given.token, nowMs);
    const id = staffId ?? insertAccount(db, { email: who, role: 'admin' }, nowMs);
    updateAccount(db, id, { passwordHash });
    removeLink(db, staffId);
    removeSessionsOf(db, id);
    const after = staffId === null ? { role: 'admin' } : null;
    recordStaffChange(db, { actor: { who, address }, nowMs }, 'staff.password-by-link', who, { after });
    return requireAccount(db, id);
  });
}

function emailFaults(who: string): Fault[] {
  return email.safeParse(who).success ? [] : [{ where: { field: 'email' }, reason: { code: 'not-an-email' } }];
}

/** How the first administrator gets in: by a link, or by a command that adds the account. */
export type FirstAdmin = { readonly link: string } | 'by command';

/**
 * How to get the first account of staff; undefined once there is one. The start that creates the database issues a link,
 * once, and only for a terminal: never for a log.
 */
export async function firstAdmin(
  writer: Connection,
  { isNewDatabase, isTerminal }: { isNewDatabase: boolean; isTerminal: boolean },
): Promise<FirstAdmin | undefined> {
  if (hasAccounts(writer)) return undefined;
  if (!isNewDatabase || !isTerminal) return 'by command';
  return { link: oneTimeLink(settings().baseUrl, await issueFirstLink(writer, now())) };
}

/** Whether links are mailed (`SMTP_URL`); if not, whoever makes one passes it on. */
export const areLinksMailed = () => settings().notifications.mail !== undefined;

/** Invites a person, and mails the link in the same transaction. @returns their email address */
export const inviteByMail = change(
  z.object({ email, role: oneOf(roles) }),
  (db, { email: address, role }, by): string => {
    sendLink(db, { address, token: inviteStaff.within(db, { email: address, role }, by), text: invitationMail }, by);
    return address;
  },
);

/** Replaces a person's one-time link, and mails the new one instead of any that still waits. @returns their email address */
export const renewByMail = change(z.object({ record: rowId, seen }), (db, { record, seen: assumed }, by): string => {
  const { email: address, passwordHash } = requireAccount(db, record);
  const token = renewLink.within(db, { record, seen: assumed }, by);
  withdrawMessages(db, 'staff', address);
  sendLink(db, { address, token, text: passwordHash === null ? invitationMail : linkMail }, by);
  return address;
});

interface MailedLink {
  readonly address: string;
  readonly token: string;
  readonly text: typeof invitationMail;
}

function sendLink(db: Db, { address, token, text }: MailedLink, { actor, nowMs }: Authorship): void {
  if (!areLinksMailed()) throw new Refusal({ code: 'mail-not-configured' });
  const { baseUrl } = settings();
  const expiresAt = nowMs + linkLifetimeMs;
  const mail = text({ url: oneTimeLink(baseUrl, token), baseUrl, expiresAt, by: actor.who });
  queueMessage(db, { kind: 'staff', channel: 'mail', recipient: address, ...mail, isSecret: true, expiresAt }, nowMs);
}
