import { globSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { coverage, testFile, uploadCoverage } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectWalkable } from '#e2e/support/keyboard.ts';
import { addFailedMessage } from '#e2e/support/outbox.ts';
import { compareFeed, importFeed, seededRegister } from '#e2e/support/register.ts';
import { addRequests } from '#e2e/support/requests.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

test.describe.configure({ mode: 'parallel' });

const email = 'screens@watea.example';

/** Every screen: the folders below `app/admin` that have a page. */
const screens = globSync('app/admin/**/page.tsx', { cwd: `${import.meta.dirname}/../..` })
  .map((file) => file.replace(/^app/, '').replace(/\/page\.tsx$/, ''))
  .sort();

/** Screens for people who are not fully signed in, and of network providers’ people; their own journeys walk them. */
const ofOthers = /^\/admin\/(?:login|invitation|own)(?:\/|$)/;

/** Where to find a link to an example, for the parts of an address whose own folder has no list of them. */
const examples: Readonly<Record<string, { readonly list: string; readonly link: string | RegExp }>> = {
  '[registrar]': { list: '/admin/registrars?search=Screens', link: 'Screens Registrar' },
  '[network]': { list: '/admin/registrars/[registrar]', link: 'Change 198.51.100.224/28' },
  '[request]': { list: '/admin/requests?state=open', link: 'Kim' },
  '[version]': { list: '/admin/coverage', link: /^Version \d+$/ },
  '[key]': { list: '/admin/users/keys?search=screens', link: /…$/ },
};

/** Examples that no list links to, by their screen. */
const unlisted = new Map([['/admin/[...missing]', '/admin/registrars/none']]);

/** An example address of a screen. */
async function addressOf(page: Page, screen: string): Promise<string> {
  const known = unlisted.get(screen);
  if (known !== undefined) return known;
  let address = screen;
  for (const part of screen.match(/\[\w+\]/g) ?? []) {
    const at = address.indexOf(part);
    const example = await exampleOf(page, part, address.slice(0, at));
    address = `${example}${address.slice(at + part.length)}`;
  }
  return address;
}

/** An example address in `folder`: the first that its list links to. */
async function exampleOf(page: Page, part: string, folder: string): Promise<string> {
  const example = examples[part];
  await page.goto(example === undefined ? folder.slice(0, -1) : await addressOf(page, example.list));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = example?.link;
  const links =
    link === undefined
      ? page.locator(`#content a[href^="${folder}"]`)
      : page.getByRole('link', { name: link, exact: typeof link === 'string' });
  const hrefs = await links.evaluateAll((found) => found.map((element) => element.getAttribute('href') ?? ''));
  const found = hrefs.find((href) => /^[^/?]+$/.test(href.slice(folder.length)) && !screens.includes(href));
  if (found === undefined) throw new Error(`Add an example of ${part} at the beginning of walk-staff.spec.ts.`);
  return found;
}

/** An administrator's browser, with a tab for each screen. */
let context: BrowserContext;

/** Uploads a coverage file for the server to read, and leaves its import settings open. */
async function uploadSomething(page: Page): Promise<void> {
  const properties = { TECH: 'FTTH', ISP: 'Screens Fibre', availabili: 'Y', PLAN: '900/500' };
  const path = testFile('screens.geojson', coverage('Screens Fibre', 2, properties));
  await uploadCoverage(page, path);
}

/** Reports a mistake at a point, like a visitor. */
async function reportSomething(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const report = { latitude: '-41.2866', longitude: '174.7756', what: 'Fibre is here since May.', seconds: 60 };
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/reports', { method: 'POST', headers, body: JSON.stringify(report) })).status;
  });
  expect(status).toBe(201);
}

/** Whether this worker has its examples: it may be given the screens in two parts. */
let isPrepared = false;

test.beforeAll(async ({ browser, baseURL }) => {
  if (isPrepared) return;
  context = await browser.newContext();
  watea(baseURL ?? '', 'allow', 'add', '198.51.100.224/28', '--registrar', 'Screens Registrar', '--new-registrar');
  watea(baseURL ?? '', 'keys', 'issue', '--user', 'screens@example.nz', '--label', 'screens');
  const page = await context.newPage();
  await signInByCookie(page, baseURL ?? '', email, 'admin');
  await uploadSomething(page);
  await compareFeed(page, seededRegister('screens.csv', ['screens-walk.nz,2020-01-01,']), 'Changes');
  unlisted.set('/admin/register/feeds/preview/[job]', new URL(page.url()).pathname);
  await importFeed(page);
  await reportSomething(page);
  await addFailedMessage('The register is too old');
  await addRequests(baseURL ?? '');
  await page.close();
  isPrepared = true;
});

for (const screen of screens.filter((path) => !ofOthers.test(path))) {
  test(`${screen} can be walked by keyboard, and axe finds nothing on it`, async () => {
    const page = await context.newPage();
    const address = await addressOf(page, screen);
    const errors = listenForErrors(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // a map loads after its page, and adds its own controls
    if (screen === '/admin/coverage/versions/[version]') {
      await expect(page.locator('.leaflet-container')).toBeVisible();
    }
    await page.waitForLoadState('networkidle');
    await expectWalkable(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectWalkable(page);
    await expectAccessible(page);
    expect(errors.filter((line) => !/status of 40[34]/.test(line))).toEqual([]);
    await page.close();
  });
}
