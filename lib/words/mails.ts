import { timeWords } from '#lib/time/date-words.ts';

/** The subject and the text of a mail. Texts have nothing that a stranger typed: anybody can type any address into a form. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

interface Linked {
  readonly url: string;
  readonly baseUrl: string;
  readonly expiresAt: number;
}

/** The paragraphs of a mail, and whose it is. */
export const signed = (baseUrl: string, ...paragraphs: readonly string[]) =>
  `${[...paragraphs, `-- \nWātea, ${baseUrl}`].join('\n\n')}\n`;

/** To confirm the address of a request. */
export function confirmMail({ url, baseUrl, expiresAt }: Linked): MailText {
  return {
    subject: 'Confirm your email address',
    body: signed(
      baseUrl,
      'Somebody asked for access to the Wātea APIs with this email address. If that was you, open this link and press “Confirm”:',
      url,
      `The link works once, until ${timeWords(expiresAt)} (New Zealand). If it was not you, do nothing: the request will be deleted.`,
    ),
  };
}

/** A key was approved. */
export function claimMail({ url, baseUrl, expiresAt }: Linked): MailText {
  return {
    subject: 'Your API key is ready',
    body: signed(
      baseUrl,
      'Your request for a key was approved. This link shows the key once; have a safe place for it ready before you open it:',
      url,
      `The link works once, until ${timeWords(expiresAt)} (New Zealand).`,
    ),
  };
}

/** To sign in. */
export function signInMail({ url, baseUrl, expiresAt }: Linked): MailText {
  return {
    subject: 'Sign in to your Wātea keys',
    body: signed(
      baseUrl,
      'Open this link and press “Sign in” to see your keys and networks:',
      url,
      `The link works once, until ${timeWords(expiresAt)} (New Zealand). If you did not ask for it, do nothing.`,
    ),
  };
}

/** The networks of a registrar were allowed. */
export function networksMail({ baseUrl, networks }: { baseUrl: string; networks: readonly string[] }): MailText {
  return {
    subject: 'Your networks are allowed',
    body: signed(baseUrl, 'These networks may call the registry API from now on:', networks.join('\n')),
  };
}

/** A request was declined; `reason` is what staff wrote. */
export function declinedMail({ baseUrl, reason }: { baseUrl: string; reason: string }): MailText {
  return {
    subject: 'Your request was declined',
    body: signed(baseUrl, 'Your request for access to the Wātea APIs was declined, for this reason:', reason),
  };
}

interface EndingKey {
  readonly baseUrl: string;
  readonly prefix: string;
  readonly label: string;
  readonly expiresAt: number;
}

/** A key ends soon. */
export function keyEndMail({ baseUrl, prefix, label, expiresAt }: EndingKey): MailText {
  const name = label === '' ? `${prefix}…` : `${prefix}… (${label})`;
  return {
    subject: `Your API key ${prefix}… ends soon`,
    body: signed(
      baseUrl,
      `Your key ${name} ends on ${timeWords(expiresAt)} (New Zealand). Requests with it are refused from then on.`,
      `If you still need it, ask for a new key in good time: ${baseUrl}/developers/ask\nYour keys: ${baseUrl}/developers/account`,
    ),
  };
}

interface ReceivedReport {
  readonly number: number;
  readonly link: string;
  readonly baseUrl: string;
}

/** A visitor's report was received. */
export function reportMail({ number, link, baseUrl }: ReceivedReport): MailText {
  return {
    subject: `Your report ${number}`,
    body: signed(
      baseUrl,
      `Somebody gave this email address with report ${number} about broadband at a place. This link shows what comes of it:`,
      link,
      'Anybody with the link can open it. It shows neither the place nor what you wrote. We delete your email address after 90 days.',
    ),
  };
}

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
