import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { screens } from '#app/admin/words.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { type OutboxMessage, pageOfMessages } from '#db/outbox/messages.ts';
import { alertReceivers } from '#flows/operations/alerts.ts';
import { triedForMs } from '#lib/outbox/retry.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { tryMessagesAgain } from './actions.ts';
import { MessageStateWord, messageList } from './message-list.tsx';
import { TestAlertButton } from './OutboxButtons.tsx';
import styles from './outbox.module.css';

export const metadata: Metadata = { title: 'Outbox' };

const { path } = messageList;

const columns: readonly Column<OutboxMessage>[] = [
  {
    key: 'subject',
    title: 'Subject',
    href: ({ id }) => `${path}/${id}`,
    render: ({ subject }) => <span className={styles.subject}>{subject}</span>,
  },
  { key: 'recipient', title: 'To', render: ({ recipient }) => <Breakable text={recipient} /> },
  { key: 'state', title: 'State', render: ({ state }) => <MessageStateWord state={state} /> },
  { key: 'queued', title: 'Queued', render: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    key: 'next',
    title: 'Next attempt',
    render: ({ state, nextAttemptAt }) => (state === 'waiting' ? <Instant at={nextAttemptAt} /> : '–'),
  },
  {
    key: 'fault',
    title: 'What went wrong',
    render: ({ fault }) => fault && <span className={styles.fault}>{reasonWords(fault, screens)}</span>,
  },
];

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Try again',
    done: 'queued again',
    act: tryMessagesAgain,
    detail: `They are sent now, and tried for another ${triedForMs / 3_600_000} hours.`,
  },
];

/** Only a message that has not been sent, and whose text is still stored, can be sent again. */
function nameOfUnsent({ state, body, subject, recipient }: OutboxMessage): string | undefined {
  return state === 'sent' || body === null ? undefined : `${subject} to ${recipient}`;
}

export default async function OutboxPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const list = readList(await searchParams, messageList);
  return (
    <AdminPage title="Outbox" intro="Emails and webhooks: waiting, sent and failed. They are kept for 90 days.">
      <StaffList
        list={list}
        columns={columns}
        page={pageOfMessages(reader, list.query)}
        exportPath="/admin/export/messages"
        bulk={
          mayEdit
            ? { one: 'message', nameOf: nameOfUnsent, actions: bulkActions, revision: newestRevision(reader) }
            : undefined
        }
        empty="Nothing has been sent yet. Alerts are sent once ALERT_EMAIL or ALERT_WEBHOOK is set."
      />
      <AlertReceivers mayEdit={mayEdit} />
    </AdminPage>
  );
}

/** Where alerts go, and a button that tries it. */
function AlertReceivers({ mayEdit }: { readonly mayEdit: boolean }) {
  const receivers = alertReceivers();
  if (receivers.length === 0) {
    return (
      <Section title="Where alerts go">
        <p>
          Nobody gets alerts. An operator sets <code>ALERT_EMAIL</code> with <code>SMTP_URL</code>, or{' '}
          <code>ALERT_WEBHOOK</code>.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Where alerts go">
      <ul className={styles.receivers}>
        {receivers.map(({ channel, recipient }) => (
          <li key={`${channel} ${recipient}`}>
            {recipient} {channel === 'webhook' && '(webhook)'}
          </li>
        ))}
      </ul>
      {mayEdit && <TestAlertButton />}
    </Section>
  );
}
