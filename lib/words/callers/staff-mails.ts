import { timeWords } from '#lib/time/date-words.ts';
import { type MailText, signed } from './mails.ts';

interface StaffLink {
  readonly url: string;
  readonly baseUrl: string;
  readonly expiresAt: number;
  /** Who sends it, as the audit log names them. */
  readonly by: string;
}

/** An invitation to the staff screens. */
export function invitationMail({ url, baseUrl, expiresAt, by }: StaffLink): MailText {
  const inviter = by.includes('@') ? `${by} has invited you` : 'You are invited';
  return {
    subject: 'Your account for Wātea',
    body: signed(
      baseUrl,
      `${inviter} to the staff screens of Wātea. Open this link to choose your password:`,
      url,
      `The link works once, until ${timeWords(expiresAt)} (New Zealand). If it has expired, ask for a new one.`,
    ),
  };
}

/** A new link for somebody who has forgotten their password. */
export function linkMail({ url, baseUrl, expiresAt }: StaffLink): MailText {
  return {
    subject: 'Choose a new password for Wātea',
    body: signed(
      baseUrl,
      'Open this link to choose a new password:',
      url,
      `The link works once, until ${timeWords(expiresAt)} (New Zealand). Until you use it, your old password works. If you did not ask for it, tell your administrator.`,
    ),
  };
}
