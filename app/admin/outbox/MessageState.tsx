import { State } from '#components/admin/State.tsx';
import type { MessageState } from '#db/outbox/messages.ts';

/** The words for the state of a message. */
export const messageStateWords: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  failed: 'Failed',
  sent: 'Sent',
};

const kinds = { waiting: 'soon', failed: 'ended', sent: 'good' } as const;

export function MessageStateWord({ state }: { readonly state: MessageState }) {
  return <State kind={kinds[state]}>{messageStateWords[state]}</State>;
}
