import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Role } from '#lib/access/staff/role.ts';
import { expect } from './journey.ts';

export const password = 'four blue kererū fly';

/** Runs `npm run watea -- … --json` on the database of the journeys' server, and gives what it printed. */
export function watea<Result>(baseUrl: string, ...args: string[]): Result {
  const { WATEA_E2E_FOLDER } = process.env;
  const environment = { DATABASE_URL: `file:${WATEA_E2E_FOLDER}/watea.db`, BASE_URL: baseUrl };
  const printed = execFileSync(process.execPath, ['watea.ts', ...args, '--json'], {
    cwd: `${import.meta.dirname}/..`,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return JSON.parse(printed) as Result;
}

/** Invites somebody on the command line and signs them in by the link. */
export async function signUp(page: Page, baseUrl: string, email: string, role: Role): Promise<void> {
  const { link } = watea<{ link: string }>(baseUrl, 'staff', 'add', email, '--role', role);
  await acceptLink(page, link);
  await expect(page).toHaveURL('/admin');
}

/** Opens a one-time link and sets the password by it. */
export async function acceptLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('The same password again').fill(password);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
}

/** Signs in with the password; a second step may follow. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives the browser a device that makes passkeys, and says yes to every question of theirs. */
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

/** Keeps every error that the page writes, for `expect(errors).toEqual([])` at the end. */
export function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** The screen has no fault that axe knows, light and dark, on a desk and on a phone. */
export function expectAccessible(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  const schemes = ['light', 'dark'] as const;
  return expectNoViolations(
    page,
    widths.flatMap((width) => schemes.map((colorScheme) => ({ width, colorScheme }))),
  );
}

/** A state that a screen comes into has no fault that axe knows, on a light desk and on a dark phone. */
export function expectAccessibleState(page: Page): Promise<void> {
  return expectNoViolations(page, [
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ]);
}

interface Variant {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

async function expectNoViolations(page: Page, variants: readonly Variant[]): Promise<void> {
  const asked = new Set<number>();
  for (const { width, colorScheme } of variants) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // a page that is just being brought up to date has none for an instant
    await expect(page).toHaveTitle(/\S/);
    // colours on their way from one scheme to the other are nobody's to read
    await page.evaluate(() => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
    });
    const axe = new AxeBuilder({ page });
    // the scheme changes colours and nothing else: only the rules that look at colours are asked again
    if (asked.has(width)) axe.withRules(['color-contrast', 'link-in-text-block']);
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
    asked.add(width);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
    expect(found, `${page.url()} at ${width} px, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
