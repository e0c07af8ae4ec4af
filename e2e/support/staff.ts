import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import type { Role } from '#lib/staff/role.ts';
import { addSession } from '#tests/support/staff/session.ts';
import { changeDatabase, databaseFile } from './change-database.ts';
import { expect } from './journey.ts';

export const password = 'four blue kererū fly';

/** Runs `npm run watea -- … --json` on the database of the journeys' server. @returns the parsed output */
export function watea<Result>(baseUrl: string, ...args: string[]): Result {
  const environment = { DATABASE_URL: `file:${databaseFile()}`, BASE_URL: baseUrl };
  const printed = execFileSync(process.execPath, ['watea.ts', ...args, '--json'], {
    cwd: `${import.meta.dirname}/../..`,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return JSON.parse(printed) as Result;
}

/** Signs in a person without a password, by the cookie of a session. For journeys that are not about signing in. */
export async function signInByCookie(page: Page, baseUrl: string, email: string, role: Role): Promise<void> {
  const token = await changeDatabase((connection) => addSession(connection, { email, role, nowMs: Date.now() }));
  await page.context().addCookies([{ name: 'watea-session', value: token, url: baseUrl }]);
  await page.goto('/admin');
}

/** Invites a person on the command line and signs them in by the link. */
export async function signUp(page: Page, baseUrl: string, email: string, role: Role): Promise<void> {
  const { link } = watea<{ link: string }>(baseUrl, 'staff', 'add', email, '--role', role);
  await acceptLink(page, link);
  await expect(page).toHaveURL('/admin');
}

/** Opens a one-time link and sets the password. */
export async function acceptLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
}

/** Signs in with the password; a second step may follow. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives the browser a virtual authenticator that makes passkeys and confirms every prompt. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Records every error that the page logs, for `expect(errors).toEqual([])` at the end. */
export function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
