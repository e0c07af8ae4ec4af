import { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { withdrawMessages } from '#db/outbox/messages.ts';
import { change } from '#flows/change.ts';
import { seen } from '#flows/editing.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { settings } from '#lib/env.ts';
import { email, oneOf, rowId } from '#lib/fields.ts';
import { Refusal } from '#lib/refusal.ts';
import { linkLifetimeMs, oneTimeLink } from '#lib/staff/one-time-link.ts';
import { roles } from '#lib/staff/role.ts';
import { invitationMail, linkMail } from '#lib/words/mails.ts';
import { inviteStaff, renewLink, requireAccount } from './accounts.ts';

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
