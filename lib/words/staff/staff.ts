import type { LeftOutClaim } from '#lib/staff/openid/claims.ts';
import { leastRole, type Need, roleNames } from '#lib/staff/role.ts';
import type { Controls } from '#lib/words/controls.ts';

interface Email {
  readonly email: string;
}

/** A wait for people: `1 second`, `90 seconds`, `15 minutes`. */
function waitWords(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Why signing in, or a change to accounts of staff, is refused. */
export const staffWords = {
  'signed-out': () => 'You have been signed out. Sign in in another tab, then try again here.',
  'second-factor-missing': () => 'A second factor is required. Set one up first.',
  'role-too-low': ({ needed }: { needed: Need }) => `You need the role ${roleNames[leastRole(needed)]} to do this.`,
  'other-origin': ({ baseUrl }: { baseUrl: string }) =>
    `Nothing was changed: the request did not come from a page of ${baseUrl}.`,

  'too-many-attempts': ({ waitMs }: { waitMs: number }) =>
    `There were too many failed attempts. Wait ${waitWords(waitMs)}, then try again.`,
  'too-many-sign-ins': () => 'Too many people are signing in at once. Try again in a few seconds.',
  'wrong-sign-in': () => 'The email address or the password is wrong.',
  'second-step-expired': ({ minutes }: { minutes: number }) =>
    `Enter your code within ${minutes} minutes of your password. Sign in again.`,
  'wrong-code': () => 'This code is wrong, or has already been used.',
  'unknown-passkey': () => 'This passkey is not known here. Sign in with your password instead.',
  'link-expired': ({ hours }: { hours: number }) =>
    `This link no longer works: it was used, was replaced by a newer one, or is more than ${hours} hours old. Ask for a new one.`,

  'password-too-short': ({ length, least }: { length: number; least: number }) =>
    `Use at least ${least} characters; this password has ${length}. A few words in a row work well.`,
  'password-too-long': ({ most }: { most: number }) => `Use at most ${most} characters.`,
  'password-has-email': () => 'A password must not contain your email address or the name in it.',
  'password-common': () =>
    'This is one of the most common passwords, or made up of them. Choose one that nobody else would.',
  'passwords-differ': () => 'This is not the same password as above.',
  'not-your-password': () => 'This is not your current password.',

  'session-ended': () => 'This session has already ended.',
  'authenticator-on': () => 'Your authenticator app is already set up. Turn it off before you set up another one.',
  'no-authenticator': () => 'Start again: no authenticator app is waiting for its first code.',
  'not-current-code': () => 'This is not the current code. Is the clock of your phone right?',
  'passkey-unverified': () => 'The passkey could not be verified. Try again.',
  'passkey-gone': () => 'This passkey no longer exists.',
  'last-second-factor': () => 'Everybody must have a second factor. Set up another one first.',

  'account-gone': () => 'This account no longer exists.',
  'account-exists': ({ email }: Email, { changeStaff }: Controls) => `${email} already has an account${changeStaff}.`,
  'no-such-account': ({ email }: Email, { listStaff }: Controls) => `${email} has no account${listStaff}.`,
  'account-disabled': ({ email }: Email) => `${email} is disabled. Enable the account first.`,
  'already-disabled': ({ email }: Email) => `${email} is already disabled.`,
  'already-enabled': ({ email }: Email) => `${email} is already enabled.`,
  'provider-needed-for-role': () => 'Choose the network provider that this person belongs to.',
  'provider-only-for-role': () => 'Only somebody with the role Provider belongs to a network provider.',
  'own-access': () => 'You cannot disable or remove your own account. Ask another administrator.',
  'last-administrator': () => 'This is the last administrator. Make somebody else an administrator first.',
} as const;

/** What an account has that ends with it, and the unfinished jobs of its person, as numbers. */
interface Ending {
  readonly sessions: number;
  readonly passkeys: number;
  readonly authenticator: number;
  readonly links: number;
  readonly identities: number;
  readonly uploads: number;
  readonly jobsThatGoOn: number;
}

const counted = (total: number, one: string, many = `${one}s`) =>
  total === 0 ? [] : [total === 1 ? `1 ${one}` : `${total} ${many}`];

/** What ends with their next request when an account is disabled or removed, as a list, and what goes on, in sentences. */
export function endingWords(ending: Ending): { readonly ends: string; readonly goesOn: string } {
  const { sessions, passkeys, authenticator, links, identities, uploads, jobsThatGoOn: jobs } = ending;
  const parts = [
    ...counted(sessions, 'session'),
    ...counted(passkeys, 'passkey'),
    ...counted(authenticator, 'authenticator app'),
    ...counted(links, 'unused link'),
    ...counted(identities, 'connection to an OpenID Connect account', 'connections to OpenID Connect accounts'),
    ...counted(uploads, 'unfinished upload'),
  ];
  const listed = parts.length === 0 ? 'nothing: they have no sessions, passkeys, links or uploads' : parts.join(', ');
  const going =
    jobs === 0 ? 'They have no unfinished jobs.' : `${counted(jobs, 'unfinished job')} of theirs will go on.`;
  return {
    ends: listed,
    goesOn: `${going} What they did stays in the audit log under their name.`,
  };
}

interface OtherIssuer extends Provider {
  /** What the provider says, and what OIDC_ISSUER is; without them the log has both. */
  readonly issuer?: string;
  readonly expected?: string;
}

interface Provider {
  /** What people call the provider (OIDC_NAME). */
  readonly name: string;
}

interface RolesLeftOut extends Provider {
  /** The claim that says so. */
  readonly claim: LeftOutClaim;
}

/** Why signing in with OpenID Connect is refused. */
export const openIdWords = {
  'openid-off': () => 'Signing in with OpenID Connect is not set up here.',
  'openid-unreachable': ({ name }: Provider) =>
    `${name} does not answer at the moment. Try again in a few minutes, or sign in with your password.`,
  'openid-other-issuer': ({ name, issuer, expected }: OtherIssuer) =>
    issuer === undefined || expected === undefined
      ? `${name} says that it is another issuer than OIDC_ISSUER: our log has both. Tell your administrator.`
      : `${name} says that its issuer is ${issuer}, but OIDC_ISSUER is ${expected}. Tell your administrator.`,
  'openid-expired': ({ name }: Provider) =>
    `This sign-in with ${name} was already used, took longer than 10 minutes, or was started in another browser. Start again.`,
  'openid-declined': ({ name }: Provider) => `${name} did not sign you in, or you cancelled. Try again.`,
  'openid-token': ({ name }: Provider) =>
    `The answer of ${name} could not be verified. Try again; if it happens again, tell your administrator.`,
  'openid-no-role': ({ name }: Provider) =>
    `${name} gives you no role here. Ask the people who look after your account there.`,
  'openid-roles-left-out': ({ name, claim }: RolesLeftOut) =>
    `${name} left your roles out of its answer (\`${claim}\`): you have too many there. Ask the people who look after your account there to send only the groups of this application, or its roles.`,
  'openid-no-email': ({ name }: Provider) =>
    `${name} does not say what your email address is. Ask the people who look after your account there.`,
  'openid-account-exists': ({ name }: Provider) =>
    `Your email address already has an account here. Sign in to it another way, then connect ${name} under “Your account”.`,
  'openid-disabled': ({ name }: Provider) =>
    `${name} has signed you in, but your account here is disabled. Ask an administrator to enable it.`,
  'openid-removed': ({ name }: Provider) =>
    `Your account here was removed. Ask an administrator to invite you, then connect ${name} under “Your account”.`,
  'openid-last-administrator': ({ name }: Provider) =>
    `${name} gives you a lower role, but you are the last administrator here. Make somebody else an administrator first.`,
  'openid-taken': ({ name }: Provider) =>
    `One of the two is already connected: your account here, or your account at ${name}.`,
  'openid-only': ({ name }: Provider) => `Sign in with ${name}: passwords, passkeys and links are turned off here.`,
} as const;
