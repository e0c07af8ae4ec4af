import type { Channel } from '#lib/outbox/message.ts';

/** How the screens and the command line name a channel. */
export const channelWords: Readonly<Record<Channel, string>> = { mail: 'Email', webhook: 'Webhook' };
