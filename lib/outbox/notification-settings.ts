import { z } from 'zod';
import { isLoopbackHost } from './loopback-host.ts';
import { parseSmtpUrl, type SmtpServer } from './smtp-url.ts';

/** How mail is sent. */
export interface MailSettings {
  readonly server: SmtpServer;
  /** The sender: an address, or a name with the address in angle brackets. */
  readonly from: string;
}

/** Where alerts are posted. */
export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

/** How this installation notifies people and programs outside it. */
export interface NotificationSettings {
  readonly mail: MailSettings | undefined;
  /** Who gets alerts by mail. */
  readonly alertEmails: readonly string[];
  readonly alertWebhook: WebhookSettings | undefined;
}

/** The shortest secret of the webhook, in characters. */
export const leastSecretLength = 16;

const isEmail = (text: string) => z.regexes.email.test(text);

/** Whether a text is a list of email addresses, separated by commas. */
export function isEmailList(text: string): boolean {
  return emailsOf(text).every(isEmail);
}

/** Whether a text is a sender: `name@host`, or `Some name <name@host>`. */
export function isSender(text: string): boolean {
  const [, name = '', inBrackets = text] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(text) ?? [];
  return isEmail(inBrackets) && !/\p{Cc}/u.test(name);
}

export const isSmtpUrl = (text: string) => parseSmtpUrl(text) !== undefined;

/** Whether a text is an https address without a password; plain http is allowed for this machine only. */
export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isEncrypted = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isEncrypted && username === '' && password === '';
}

function emailsOf(text: string): string[] {
  return text.split(',').map((email) => email.trim());
}

interface Given {
  readonly ALERT_EMAIL?: string | undefined;
  readonly ALERT_WEBHOOK?: string | undefined;
  readonly ALERT_WEBHOOK_SECRET?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly SUPPORT_EMAIL: string;
}

/** The settings of notifications, from valid texts. @returns what is missing if one setting needs another */
export function notificationSettings(
  given: Given,
): NotificationSettings | { readonly missing: 'SMTP_URL' | 'ALERT_WEBHOOK_SECRET' } {
  const { ALERT_EMAIL, ALERT_WEBHOOK: url, ALERT_WEBHOOK_SECRET: secret, SMTP_URL } = given;
  const server = SMTP_URL === undefined ? undefined : parseSmtpUrl(SMTP_URL);
  if (ALERT_EMAIL !== undefined && server === undefined) return { missing: 'SMTP_URL' };
  if (url !== undefined && secret === undefined) return { missing: 'ALERT_WEBHOOK_SECRET' };
  return {
    mail: server && { server, from: given.MAIL_FROM ?? `Wātea <${given.SUPPORT_EMAIL}>` },
    alertEmails: ALERT_EMAIL === undefined ? [] : [...new Set(emailsOf(ALERT_EMAIL))],
    alertWebhook: url === undefined || secret === undefined ? undefined : { url, secret },
  };
}
