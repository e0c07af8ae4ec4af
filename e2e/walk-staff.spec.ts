import { globSync } from 'node:fs';
import type { Cookie, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectWalkable } from './keyboard.ts';
import { expectAccessible, listenForErrors, signUp, watea } from './staff.ts';

test.setTimeout(120_000);

const email = 'screens@watea.example';

/** Every screen there is: the folders below `app/admin` that have a page. */
const screens = globSync('app/admin/**/page.tsx', { cwd: `${import.meta.dirname}/..` })
  .map((file) => file.replace(/^app/, '').replace(/\/page\.tsx$/, ''))
  .sort();

/** Those that are for somebody who is not wholly signed in; the journeys in keyboard-sign-in.spec.ts walk them. */
const ofNobody = ['/admin/login', '/admin/login/second-factor', '/admin/invitation'];

/** For each part of an address that names a thing: where a link to such a thing stands. */
const examples: Readonly<Record<string, { readonly list: string; readonly link: string | RegExp }>> = {
  '[registrar]': { list: '/admin/registrars', link: 'Screens Registrar' },
  '[network]': { list: '/admin/registrars/[registrar]', link: 'Change 198.51.100.224/28' },
  '[user]': { list: '/admin/users?search=screens', link: 'screens@example.nz' },
  '[key]': { list: '/admin/users/keys?search=screens', link: /…$/ },
  '[person]': { list: '/admin/staff', link: email },
  '[name]': { list: '/admin/register/lists?search=demo-reserved', link: 'Change demo-reserved.nz' },
  '[work]': { list: '/admin/work', link: 'Coverage from screens.geojson' },
};

/** The address of an example of a screen. */
async function addressOf(page: Page, screen: string): Promise<string> {
  if (screen.endsWith('/[...missing]')) return '/admin/registrars/none';
  let address = screen;
  for (const part of screen.match(/\[\w+\]/g) ?? []) {
    const example = examples[part];
    if (example === undefined) throw new Error(`Add an example of ${part} to walk-staff.spec.ts.`);
    await page.goto(await addressOf(page, example.list));
    const link = page.getByRole('link', { name: example.link, exact: typeof example.link === 'string' }).first();
    const href = (await link.getAttribute('href')) ?? '';
    address = address.slice(address.indexOf(part) + part.length);
    address = `${href}${address}`;
  }
  return address;
}

let cookies: Cookie[] = [];

/** Has the server do some work that there is something to see of. */
async function importSomething(page: Page): Promise<void> {
  const file = { type: 'FeatureCollection', features: [] };
  await page.goto('/admin/coverage/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'screens.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(page.getByText('Uploaded').first()).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coverage from screens.geojson' })).toBeVisible();
}

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  watea(baseURL ?? '', 'allow', 'add', '198.51.100.224/28', '--registrar', 'Screens Registrar');
  watea(baseURL ?? '', 'keys', 'issue', '--user', 'screens@example.nz', '--label', 'screens');
  const page = await context.newPage();
  await signUp(page, baseURL ?? '', email, 'admin');
  await importSomething(page);
  cookies = await context.cookies();
  await context.close();
});

for (const screen of screens.filter((path) => !ofNobody.includes(path))) {
  test(`${screen} can be walked by keyboard, and axe finds nothing on it`, async ({ page }) => {
    await page.context().addCookies(cookies);
    const address = await addressOf(page, screen);
    const errors = listenForErrors(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectWalkable(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectWalkable(page);
    await expectAccessible(page);
    expect(errors.filter((line) => !/status of 40[34]/.test(line))).toEqual([]);
  });
}
