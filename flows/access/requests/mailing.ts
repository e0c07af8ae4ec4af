import { z } from 'zod';
import { insertLink, linksToPassOn, replaceToken } from '#db/access/requests/links.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { callerLink, type LinkPurpose, linkLifetimes } from '#lib/access/requests.ts';
import { line } from '#lib/fields.ts';
import { required } from '#lib/refusal.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { claimMail, confirmMail, type MailText, signInMail } from '#lib/words/mails.ts';

/** How callers are reached. */
export interface Mailing {
  /** The origin of this site. */
  readonly baseUrl: string;
  /** Whether mail can be sent (`SMTP_URL`). If not, staff pass links on. */
  readonly isMailSet: boolean;
}

interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly requestId: number | null;
}

const mails = { confirm: confirmMail, claim: claimMail, 'sign-in': signInMail } as const;

/** Makes a one-time link and mails it, in the transaction of what causes it. */
export function sendLink(db: Db, link: NewLink, { baseUrl, isMailSet }: Mailing, nowMs: EpochMs): void {
  const token = generateToken();
  insertLink(db, { ...link, tokenHash: hashToken(token), isMailed: isMailSet }, nowMs);
  if (!isMailSet) return;
  const expiresAt = nowMs + linkLifetimes[link.purpose];
  const text = mails[link.purpose]({ url: callerLink(baseUrl, link.purpose, token), baseUrl, expiresAt });
  const mail = { kind: 'access', channel: 'mail', recipient: link.email } as const;
  queueMessage(db, { ...mail, ...text, isSecret: true, expiresAt }, nowMs);
}

/** Mails a text to a caller, if mail can be sent. */
export function sendText(db: Db, email: string, text: MailText, { isMailSet }: Mailing, nowMs: EpochMs): void {
  if (isMailSet) queueMessage(db, { kind: 'access', channel: 'mail', recipient: email, ...text }, nowMs);
}

/**
 * Shows a link that could not be mailed, for staff to pass on. Only the hash of its token is stored, so it gets a new
 * token each time.
 */
export const passOnLink = change(
  z.object({ link: line(64), baseUrl: z.custom<Mailing['baseUrl']>() }),
  (db, { link: hash, baseUrl }, { actor, nowMs }): string => {
    const waiting = linksToPassOn({ db }, nowMs, { most: Number.MAX_SAFE_INTEGER });
    const { tokenHash, purpose, requestId } = required(
      waiting.find((link) => link.tokenHash === hash),
      { code: 'caller-link-expired' },
    );
    const token = generateToken();
    replaceToken(db, tokenHash, hashToken(token));
    const subject = requestId === null ? `${purpose} link` : `${purpose} link of request ${requestId}`;
    recordChange(db, { actor, action: 'request.pass-on', subject, before: null, after: null }, nowMs);
    return callerLink(baseUrl, purpose, token);
  },
);
