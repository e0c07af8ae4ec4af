import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const wellington = { latitude: '-41.2866', longitude: '174.7756' };
export const tasmanSea = { latitude: '-40', longitude: '167.5' };
export const outside = { latitude: '-50', longitude: '174' };

/** What a browser logs by itself for an answer that is a refusal; the page cannot prevent it. */
const refusalLine = /^Failed to load resource: the server responded with a status of (400|401|429|500) /;

/** `41.2866° S, 174.7756° E`, with no-break spaces. */
export const askedTitle = /^[\d.]+°\s[SN], [\d.]+°\s[EW]$/;

/** Errors and requests of a page, which its visitors do not see. */
export interface Seen {
  readonly errors: string[];
  readonly hosts: Set<string>;
}

/** Opens the first page and records every console error, page error and requested host from the first request on. */
export async function openMap(page: Page, { refusals = false, path = '/' } = {}): Promise<Seen> {
  const seen: Seen = { errors: [], hosts: new Set() };
  page.on('console', (message) => {
    if (message.type() === 'error' && !(refusals && refusalLine.test(message.text()))) seen.errors.push(message.text());
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('request', (request) => seen.hosts.add(new URL(request.url()).host));
  await page.goto(path);
  await expect(mapOf(page)).toBeVisible();
  return seen;
}

/** Asserts that no error was logged, and nothing was fetched from another host. */
export function expectQuiet(page: Page, { errors, hosts }: Seen) {
  expect(errors).toEqual([]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
}

export const mapOf = (page: Page) => page.getByRole('application', { name: /^Map of New Zealand/ });
export const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Where?' });
/** What a screen reader announces of the answer. The list below the field has its own announcements. */
export const announcementOf = (page: Page) => page.getByRole('status').last();
/** Opens every technology of the answer; on a wide screen they are open. */
export async function openCards(page: Page) {
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.locator('article details').evaluateAll((cards) => {
    for (const card of cards) (card as HTMLDetailsElement).open = true;
  });
}

export const providersOf = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 });

export async function askByCoordinates(page: Page, { latitude, longitude }: { latitude: string; longitude: string }) {
  await boxOf(page).fill(`${latitude}; ${longitude}`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

/** Fakes one answer of the API, for answers that a healthy server does not give. */
export async function answerWith(page: Page, status: number, body: unknown, headers: Record<string, string> = {}) {
  await page.route('**/api/1.0/availability/yx/**', (route) => route.fulfill({ status, json: body, headers }));
}

/** Clicks the middle of the map with a mouse. */
export async function clickMiddle(page: Page) {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no place on the page.');
  await mapOf(page).click({ position: { x: box.width / 2, y: box.height / 2 } });
}
