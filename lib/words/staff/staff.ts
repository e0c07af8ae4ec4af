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
  'signed-out': () => 'You have been signed out. Sign in and try again.',
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
