import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const wellington = { latitude: '-41.2866', longitude: '174.7756' };
export const tasmanSea = { latitude: '-40', longitude: '167.5' };
export const outside = { latitude: '-50', longitude: '174' };

/** What a browser writes by itself for an answer that is a refusal; the page cannot prevent it. */
const refusalLine = /^Failed to load resource: the server responded with a status of (400|401|429|500) /;

/** `41.2866° S, 174.7756° E`, with no-break spaces. */
export const askedTitle = /^[\d.]+°\s[SN], [\d.]+°\s[EW]$/;

/** What a page did that nobody sees. */
export interface Seen {
  readonly errors: string[];
  readonly hosts: Set<string>;
}

/** Opens the first page; every console error, page error and host that is asked is kept, from the first request on. */
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

/** No error was written, and nothing was fetched from anywhere but here. */
export function expectQuiet(page: Page, { errors, hosts }: Seen) {
  expect(errors).toEqual([]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
}

export const mapOf = (page: Page) => page.getByRole('application', { name: /^Map of New Zealand/ });
export const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Where?' });
/** What a screen reader is told of the answer; the list below the field has a voice of its own. */
export const saidOf = (page: Page) => page.getByRole('status').last();
export const providersOf = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 });

export async function askByCoordinates(page: Page, { latitude, longitude }: { latitude: string; longitude: string }) {
  await boxOf(page).fill(`${latitude}; ${longitude}`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

/** Fakes one answer of the API, for what a healthy server cannot be brought to say. */
export async function answerWith(page: Page, status: number, body: unknown, headers: Record<string, string> = {}) {
  await page.route('**/api/1.0/availability/yx/**', (route) => route.fulfill({ status, json: body, headers }));
}

/** Points at the middle of the map with a mouse. */
export async function clickMiddle(page: Page) {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no place on the page.');
  await mapOf(page).click({ position: { x: box.width / 2, y: box.height / 2 } });
}
