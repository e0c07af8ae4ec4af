import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { emailAddress } from '#cli/options.ts';
import { sentenceOf } from '#cli/words.ts';
import { type MessageState, messageStates, pageOfMessages } from '#db/outbox/messages.ts';
import { retryMessage } from '#flows/outbox/queue-message.ts';
import { sendMail } from '#flows/outbox/send-mail.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { isoAuckland, spaced } from '#lib/time/auckland.ts';

const mostListed = 1000;

/** `mail test` and `outbox list|retry`: whether mail can be sent, and what was. */
export function addOutboxCommands(program: Command): void {
  const mail = program.command('mail').description('the mail server of SMTP_URL');
  act(
    mail
      .command('test')
      .description('send one mail now and report how it went')
      .argument('<address>', 'who gets it', emailAddress),
    ({ nowMs }, _options, address = '') => testMail(address, nowMs),
  );

  const outbox = program.command('outbox').description('emails and webhooks: waiting, sent and failed');
  act<{ state?: MessageState }>(
    outbox
      .command('list')
      .description('the messages, newest first')
      .addOption(new Option('--state <state>', 'only these').choices(messageStates)),
    listMessages,
  );
  act(
    outbox
      .command('retry')
      .description('send a waiting or failed message again')
      .argument('<number>', 'its number in the list'),
    async ({ database, nowMs }, _options, number = '') => {
      await retryMessage(database.writer, Number(number), byCommandLine(nowMs));
      const lines = [`Message ${number} is sent again within a few seconds, if a server runs.`];
      return { lines, json: { message: Number(number), state: 'waiting' } };
    },
  );
}

async function testMail(address: string, nowMs: number): Promise<CommandResult> {
  const { notifications, environment, baseUrl } = settings();
  const { mail } = notifications;
  if (mail === undefined) throw new Refusal({ code: 'mail-not-configured' });
  const attempt = await sendMail(mail, {
    to: address,
    subject: `[Wātea ${environment}] Test`,
    text: `This is a test. Mail from Wātea arrives at this address.\n\n-- \nWātea, ${environment}, ${baseUrl}\n`,
    messageId: `<test-${nowMs}-${process.pid}@${new URL(baseUrl).hostname}>`,
  });
  const { host, port } = mail.server;
  if (attempt.outcome !== 'sent') throw new Refusal(attempt.fault);
  return {
    lines: [`${host}:${port} has taken a mail from ${mail.from} to ${address}.`],
    json: { sent: true, to: address, from: mail.from, server: `${host}:${port}` },
  };
}

function listMessages({ database }: CommandContext, { state }: { state?: MessageState }): CommandResult {
  const query = { sort: 'queued', descending: true, page: 1, pageSize: mostListed, search: '', state } as const;
  const { rows, total } = pageOfMessages(database.reader, query);
  const messages = rows.map(({ id, kind, channel, recipient, subject, ...row }) => ({
    message: id,
    kind,
    channel,
    to: recipient,
    subject,
    state: row.state,
    attempts: row.attempts,
    queued: isoAuckland(row.createdAt),
    nextAttempt: row.state === 'waiting' ? isoAuckland(row.nextAttemptAt) : null,
    fault: row.fault === null ? null : sentenceOf(row.fault),
  }));
  const lines = messages.map(({ message, queued, to, subject, fault, ...row }) =>
    [message, row.state, spaced(queued), to, subject, ...(fault === null ? [] : [fault])].join('\t'),
  );
  if (total > rows.length)
    lines.push(
      `… ${total.toLocaleString('en-NZ')} in all; the newest ${rows.length.toLocaleString('en-NZ')} are listed.`,
    );
  return { lines: lines.length > 0 ? lines : ['The outbox has no messages.'], json: messages };
}
