import { exportedPages } from '#app/admin/export/exported-list.ts';
import { screens } from '#app/admin/words.ts';
import { State } from '#components/admin/State.tsx';
import { type MessageState, messageSorts, pageOfMessages } from '#db/outbox/messages.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { reasonWords } from '#lib/words/reason-words.ts';

/** The words for the state of a message. */
const messageStateWords: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  failed: 'Failed',
  sent: 'Sent',
};

/** The list of the messages of the outbox. */
export const messageList = {
  path: '/admin/outbox',
  what: 'messages',
  sorts: messageSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'Subject or recipient' },
    state: { label: 'State', choices: messageStateWords },
  },
} as const;

export const exportedMessages = exportedPages(
  messageList,
  pageOfMessages,
  ({ id, kind, channel, subject, recipient, state, attempts, createdAt, endedAt, fault }) => ({
    id,
    kind,
    channel,
    subject,
    to: recipient,
    state,
    attempts,
    queued: isoAuckland(createdAt),
    ended: isoAuckland(endedAt),
    fault: fault === null ? null : reasonWords(fault, screens),
  }),
);

const kinds = { waiting: 'soon', failed: 'ended', sent: 'good' } as const;

export function MessageStateWord({ state }: { readonly state: MessageState }) {
  return <State kind={kinds[state]}>{messageStateWords[state]}</State>;
}
