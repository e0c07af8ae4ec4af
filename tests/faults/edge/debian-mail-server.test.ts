import { expect, test } from 'vitest';
import { sendMail } from '#flows/outbox/send-mail.ts';
import { parseSmtpUrl } from '#lib/outbox/smtp-url.ts';
import { startExim } from '#tests/support/notifications/exim.ts';

test('a mail goes through Debian’s Exim, encrypted, and a recipient that it refuses has failed', async (context) => {
  const exim = await startExim();
  if (typeof exim === 'string') return context.skip(`no Exim: ${exim}`);
  try {
    const server = parseSmtpUrl(`smtp://127.0.0.1:${exim.port}?starttls=required`);
    if (server === undefined) throw new Error('It is an address.');
    const settings = { server, from: 'Wātea <noreply@watea.example>' };
    const mail = {
      to: 'ops@registry.example',
      subject: 'The register is too old',
      messageId: '<outbox-7@watea.example>',
      text: 'Tūī\n.\n',
    };
    expect(await sendMail(settings, mail)).toEqual({ outcome: 'sent' });
    expect(await sendMail(settings, { ...mail, to: 'nobody@registry.example' })).toMatchObject({
      outcome: 'failed',
      fault: { code: 'mail-refused', status: 550 },
    });
    const [delivered = '', ...others] = exim.deliver();
    expect(others).toEqual([]);
    expect(delivered).toContain('Message-ID: <outbox-7@watea.example>');
    expect(delivered).toContain('Subject: The register is too old');
    // Exim notes how it received a mail: esmtps is encrypted
    expect(delivered).toMatch(/with esmtps\b/);
  } finally {
    exim.stop();
  }
});
