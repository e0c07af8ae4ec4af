import { z } from 'zod';
import { email, paragraph, requiredLine } from '#lib/fields.ts';
import type { Reason } from '#lib/refusal.ts';

/** What people can ask for: a key of the broadband API, or networks on the allowlist of the registry API. */
export const requestKinds = ['key', 'networks'] as const;
export type RequestKind = (typeof requestKinds)[number];

/**
 * `unconfirmed`: the email address is not confirmed. `open`: staff decide. `approved`: the key is ready, and its text was
 * not shown yet. `done`: it was shown, or the networks are allowed.
 */
export const requestStates = ['unconfirmed', 'open', 'approved', 'done', 'declined'] as const;
export type RequestState = (typeof requestStates)[number];

const dayMs = 86_400_000;

/** How long a request is kept, with the email address in it, in days. */
export const requestDays = 90;
/** How long a request may wait for the confirmation of its address, in days. */
export const unconfirmedDays = 7;

/**
 * How many requests may be mailed for confirmation in 24 hours: to an email address, to the addresses of one mail domain,
 * and in all. Every one of these is a mail to somebody who may not have asked.
 */
export const mostLinksOfAddress = 5;
export const mostLinksOfDomain = 50;
export const mostLinksOfAll = 500;
/** How many sign-in links an address that is known gets in 24 hours, though it has one that works. */
export const mostSignInLinks = 5;
/** The most requests that may wait for staff. */
export const mostOpenRequests = 500;
export const boundMs = dayMs;

/** What a link is for: to confirm an address, to fetch a key, to sign in. */
export type LinkPurpose = 'confirm' | 'claim' | 'sign-in';

/** How long each link works, in milliseconds. */
export const linkLifetimes: Readonly<Record<LinkPurpose, number>> = {
  confirm: dayMs,
  claim: 14 * dayMs,
  'sign-in': 3_600_000,
};

/** The page of each link. */
const linkPages: Readonly<Record<LinkPurpose, string>> = {
  confirm: '/developers/confirm',
  claim: '/developers/key',
  'sign-in': '/developers/sign-in/link',
};

/** A link. Its token is in the query, which no log of ours has, so that it works without JavaScript. */
export function callerLink(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}${linkPages[purpose]}?token=${token}`;
}

const because = (reason: Reason) => ({ params: { reason } });
const purposeText = paragraph(2000).refine((text) => text !== '', because({ code: 'required' }));
/** A box that is not ticked is not sent at all. */
const accepted = z.custom<'yes'>((given) => given === 'yes', because({ code: 'terms-not-accepted' }));

const asker = {
  name: requiredLine(100),
  email,
  organisation: requiredLine(200),
  purpose: purposeText,
  terms: accepted,
  /** A trap: a field that only programs see and fill in. */
  website: z.string().default(''),
};

/** The form of a request; `networks` has one a line. */
export const askedAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), ...asker }),
  z.object({
    kind: z.literal('networks'),
    ...asker,
    networks: paragraph(4000).refine((text) => text !== '', because({ code: 'no-networks' })),
  }),
]);

/** How long a caller stays signed in, in milliseconds. */
export const callerSessionMs = 12 * 3_600_000;

/** The cookie of a caller who is signed in. `__Host-` binds it to this host and to HTTPS, and needs the path `/`. */
export function callerCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-caller' : 'watea-caller',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: callerSessionMs / 1000 },
  } as const;
}
