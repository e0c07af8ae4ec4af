import { counted } from '#lib/counted.ts';

/** Why a request for a key or for networks, or a link of a caller, is refused. */
export const requestWords = {
  'terms-not-accepted': () => 'Tick the box to agree to the terms.',
  'requests-full': () => 'Too many people have asked today. Please ask again tomorrow.',
  'asked-for-address': ({ most }: { most: number }) =>
    `${most} links were sent to this address today. Open one of them, or ask again tomorrow.`,
  'asked-for-domain': ({ most }: { most: number }) =>
    `${most} requests came for addresses of this mail domain today. Ask again tomorrow, or with another address.`,
  'asked-too-often': ({ seconds }: { seconds: number }) =>
    `Too many requests came from your address. Try again in ${seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')}.`,
  'caller-link-expired': () => 'This link was used already, or is too old. Ask for a new one.',
  'caller-signed-out': () => 'You are not signed in. Ask for a sign-in link.',
  'request-gone': () => 'This request no longer exists.',
  'request-decided': () => 'This request is not open: it was decided already, or its email address is not confirmed.',
  'networks-overlap': ({ overlaps }: { overlaps: readonly { network: string; other: string; registrar: string }[] }) =>
    `${overlaps.map(({ network, other, registrar }) => `${network} overlaps ${other} of ${registrar}`).join('; ')}. Tick the box to allow it anyway.`,
  'registrar-not-chosen': () => 'Choose a registrar, or type the name of a new one.',
  'key-of-somebody-else': () => 'You have no such key.',
  'too-many-keys': ({ most }: { most: number }) => `You have ${most} keys that work. End one first.`,
} as const;
