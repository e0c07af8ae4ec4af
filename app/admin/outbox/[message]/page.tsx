import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { MessageStateWord } from '#app/admin/outbox/message-list.tsx';
import { TryAgainButton } from '#app/admin/outbox/OutboxButtons.tsx';
import styles from '#app/admin/outbox/outbox.module.css';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { screens } from '#app/admin/words.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getMessage, type OutboxMessage } from '#db/outbox/messages.ts';
import { channelWords } from '#lib/words/alerts/notice.ts';
import { reasonWords } from '#lib/words/reason-words.ts';

export const metadata: Metadata = { title: 'Message' };

export default async function MessagePage({ params }: { params: Promise<{ message: string }> }) {
  const { mayEdit } = await requireStaff();
  const message = getMessage(connections().reader, numberOf((await params).message));
  if (message === undefined) notFound();
  const { id, state, subject, body, isSecret, fault } = message;
  const mayRetry = state !== 'sent' && body !== null && mayEdit;
  return (
    <AdminPage title={subject} navigation={<BackLink href="/admin/outbox">All messages</BackLink>}>
      <Section title="Sending">
        <Facts facts={factsOf(message)} />
        {fault !== null && <p className={styles.fault}>{reasonWords(fault, screens)}</p>}
        {mayRetry && (
          <Group>
            <TryAgainButton id={id} />
          </Group>
        )}
      </Section>
      <Section title="Text">
        {isSecret || body === null ? (
          <p>The text is secret, such as a one-time link, and is not shown.</p>
        ) : (
          <QuotedText text={body} />
        )}
      </Section>
    </AdminPage>
  );
}

function factsOf({ state, channel, recipient, createdAt, attempts, nextAttemptAt, endedAt }: OutboxMessage) {
  const last =
    state === 'waiting'
      ? (['Next attempt', <Instant key="next" at={nextAttemptAt} />] as const)
      : ([state === 'sent' ? 'Sent' : 'Failed', <Instant key="ended" at={endedAt} />] as const);
  return [
    ['State', <MessageStateWord key="state" state={state} />],
    [
      channelWords[channel],
      <span key="to" className={styles.fault}>
        <Breakable text={recipient} />
      </span>,
    ],
    ['Queued', <Instant key="queued" at={createdAt} />],
    ['Attempts', attempts],
    last,
  ] as const;
}
