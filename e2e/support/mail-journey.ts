import { openMailServer, type ReceivedMail } from '#tests/support/notifications/open-mail-server.ts';
import { test as journey } from './journey.ts';

export { expect } from './journey.ts';

/** A test on a server that sends mail, and the mails that its catcher has received. */
export const test = journey.extend<object, { mails: readonly ReceivedMail[] }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it needs
    async ({}, use) => {
      const server = await openMailServer({ authOptional: true });
      process.env.WATEA_E2E_SMTP = server.url();
      await use(server.mails);
      await server.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mails }, use) => use(mails === undefined ? {} : { SMTP_URL: process.env.WATEA_E2E_SMTP ?? '' }),
    { scope: 'worker' },
  ],
});

/** The link in a mail whose text is written in quoted-printable. */
export function linkIn({ source }: ReceivedMail): string {
  const text = source.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /https?:\/\/\S+\?token=[\w-]{43}/.exec(text)?.[0] ?? `no link in ${text}`;
}
