import { keyLengths } from '#lib/access/keys/api-key.ts';
import { counted } from '#lib/counted.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { listed } from '#lib/words/registry/listed.ts';
import type { Controls } from './controls.ts';
import type { ReasonsOf } from './word-table.ts';

interface HostBits {
  readonly address: string;
  readonly network: string;
  readonly single: string;
}

interface WrongPrefix {
  readonly prefix: string;
  readonly kind: 'IPv4' | 'IPv6' | 'IPv4 in IPv6';
  readonly least: number;
  readonly most: number;
}

const kindWords = { IPv4: 'an IPv4 address', IPv6: 'an IPv6 address', 'IPv4 in IPv6': 'an IPv4 address in IPv6 form' };

/** Reasons to refuse a change to registrars, networks, users or keys, or to ignore a stored row. */
export const accessWords = {
  'registrar-gone': () => 'This registrar no longer exists: somebody has removed it.',
  'no-such-registrar': ({ name }: { name: string }, { addRegistrar }: Controls) =>
    `No registrar is called ${name}${addRegistrar}.`,
  'registrar-unknown': ({ name }: { name: string }, { listRegistrars }: Controls) =>
    `No registrar is called ${name}${listRegistrars}.`,
  'registrar-name-taken': ({ name }: { name: string }) => `A registrar called ${name} already exists.`,

  'not-a-network': ({ text }: { text: string }) =>
    `"${text}" is not an IP address or network; write it like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.`,
  'not-a-prefix-length': ({ prefix, kind, least, most }: WrongPrefix) =>
    `"/${prefix}" is not a prefix length for ${kindWords[kind]}: it must be a whole number from ${least} to ${most}.`,
  'host-bits': ({ address, network, single }: HostBits) =>
    `${address} is not the start of a network: write ${network} for the whole network, or ${single} for the one address.`,
  'very-large-network': ({ network, family, shortest }: { network: string; family: number; shortest: number }) =>
    `${network} is very large: an IPv${family} prefix is normally /${shortest} or longer. Add it by itself, where you are asked to confirm it.`,
  'very-many-addresses': ({ network }: { network: string }, { allowLarge }: Controls) =>
    `${network} is very large: requests from anywhere in it would count as this registrar’s${allowLarge}.`,
  'network-repeated': ({ network, line }: { network: string; line: number }) =>
    `${network} is already on line ${line}.`,
  'network-already-allowed': ({ network, registrar }: { network: string; registrar: string }) =>
    `${network} is already allowed, for ${registrar}.`,
  'network-to-confirm': ({ network, other, registrar }: { network: string; other: string; registrar: string }) =>
    `${network} overlaps with ${other} of ${registrar}. Add the registrar without it, then allow it there, where you are asked to confirm it.`,
  'network-not-allowed': ({ network }: { network: string }, { listNetworks }: Controls) =>
    `${network} is not on the allowlist${listNetworks}.`,
  'network-of-several-registrars': ({ network }: { network: string }) =>
    `${network} is stored for more than one registrar, so it lets nobody in: remove it from all but one.`,
  'period-unreadable': () => 'Its start or end is not a valid time, so it lets nobody in: set them again.',
  'limit-unreadable': () =>
    'The limit of its registrar is not a whole number of at least 1, so it lets nobody in: set it again.',
  'network-gone': () => 'This network is no longer on the allowlist: somebody has removed it.',
  'network-written-as': ({ text, networks }: { text: string; networks: readonly string[] }) =>
    networks.length === 1
      ? `${text} is ${networks[0]}: use that.`
      : `${text} is ${listed(networks)}: write each on a line of its own.`,
  'note-is-addresses': ({ text }: { text: string }) =>
    `"${text}" after the network is more addresses, a mask or a prefix: write each network as 192.0.2.0/24, on a line of its own, and notes in words.`,
  'note-too-long': ({ most }: { most: number }) => `The note is longer than ${most} characters.`,
  'too-many-lines': ({ count, most }: { count: number; most: number }) =>
    `Paste at most ${most.toLocaleString('en-NZ')} networks at once, not ${count.toLocaleString('en-NZ')}.`,
  'lines-to-fix': () => 'Nothing was added: fix the lines below first.',
  'no-networks': () => 'Paste at least one network.',
  'confirmation-differs': ({ expected }: { expected: string }) => `Type ${expected} exactly.`,
  'ends-before-it-begins': () => 'The end must be after the start.',
  'allowlist-not-imported': ({ file }: { file: string }) => `${file} was not imported; the allowlist is unchanged.`,

  'user-gone': () => 'This user no longer exists: somebody has removed them.',
  'user-unknown': ({ email }: { email: string }, { listUsers }: Controls) =>
    `No user has the email address ${email}${listUsers}.`,
  'user-email-taken': ({ email }: { email: string }) => `A user with the address ${email} already exists.`,

  'key-gone': () => 'This key no longer exists: somebody has removed it.',
  'key-revoked': () => 'This key has been revoked permanently.',
  'key-expired': () => 'This key has expired: issue a new one instead.',
  'expires-in-the-past': ({ expiresAt }: { expiresAt: number }) =>
    `${timeWords(expiresAt)} is in the past: the key would have expired already.`,
  'no-active-key': ({ which }: { which: string }, { listKeys }: Controls) =>
    `No active key matches ${which}${listKeys}.`,
  'several-keys': ({ which, ids }: { which: string; ids: readonly number[] }) =>
    `${ids.length} keys begin with ${which}: give the number instead, ${ids.join(' or ')}.`,
  'not-a-key': () =>
    `A key has ${keyLengths.least} to ${keyLengths.most} characters, letters A–Z, a–z and digits only.`,
  'key-already-stored': () => 'This key is already stored.',
  'keys-not-imported': ({ file }: { file: string }) => `${file} was not imported; the keys are unchanged.`,
  'no-scopes': () => 'Choose at least one thing that the key may be used for.',
  'not-an-origin': ({ text }: { text: string }) =>
    `“${text}” is not a web origin; write it like https://example.nz, without a path.`,
} as const;

export type AccessReason = ReasonsOf<typeof accessWords>;

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
  'scopes-not-granted': ({ lacking }: { lacking: readonly string[] }) =>
    `This key may not be used for ${lacking.join(' and ')}, so another of yours may not either: ask staff.`,
  'ends-too-late': ({ latest }: { latest: number }) =>
    `Staff let this key end on ${timeWords(latest)}: choose an earlier day, or leave this empty.`,
  'too-many-keys': ({ most }: { most: number }) => `You have ${most} keys that work. End one first.`,
} as const;
