import type { Reason } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** What a message is for. */
export const messageKinds = ['alert', 'access', 'key end', 'staff', 'report'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** `mail`: one email to one address. `webhook`: one POST to `ALERT_WEBHOOK`. */
export type Channel = 'mail' | 'webhook';

/** A message to be queued. */
export interface NewMessage {
  readonly kind: MessageKind;
  readonly channel: Channel;
  /** An email address; for a webhook the host, since the rest of its URL may be secret. */
  readonly recipient: string;
  readonly subject: string;
  /** The text of the mail, or the JSON of the webhook. */
  readonly body: string;
  /** Whether the body has something like a one-time link: it is shown nowhere, and removed once it was sent. */
  readonly isSecret?: boolean;
  /** From when on it is of no use, such as the end of its link; 72 hours if not given. */
  readonly expiresAt?: EpochMs;
}

/** How one attempt to send ended. `later`: it is worth trying again. */
export type Attempt =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'later'; readonly fault: Reason }
  | { readonly outcome: 'failed'; readonly fault: Reason };
