import type { APIRequestContext } from '@playwright/test';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

/** The status of the registry API's answer to this address; the server trusts loopback as its proxy. */
async function registryStatus(request: APIRequestContext, address: string): Promise<number> {
  const answer = await request.get('/1.0/availability?string=example', { headers: { 'X-Forwarded-For': address } });
  return answer.status();
}

async function broadbandStatus(request: APIRequestContext, key: string): Promise<number> {
  const answer = await request.get(`/api/1.0/availability/yx/-41.2866/174.7756?api_key=${key}`);
  return answer.status();
}

/** A change takes effect within one second. */
const soon = { timeout: 1000, intervals: [50] };

test('an editor allows the address of a registrar, tests it, and removes it again', { tag: '@everyday' }, async ({
  page,
  request,
  baseURL,
}) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'access-editor@watea.example', 'editor');
  expect(await registryStatus(request, '198.51.100.7')).toBe(403);

  await page.goto('/admin/registrars');
  await expect(page.getByRole('region', { name: 'registrars' })).toBeVisible();
  await page.getByRole('link', { name: 'Add a registrar' }).click();
  await page.getByLabel('Contact email').fill('not an address');
  const first = page.getByLabel('Its first networks');
  await first.fill('no address');
  await page.getByRole('button', { name: 'Add the registrar' }).click();
  await expect(page.getByText('Fill this in.')).toBeVisible();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await expect(page.getByText('Line 1: "no" is not an IP address or network')).toBeVisible();
  await expect(page.getByLabel('Contact email')).toHaveValue('not an address');
  await expectAccessibleState(page);
  await first.fill('');
  await page.getByLabel('Name').fill('Kererū Domains');
  await page.getByLabel('Contact email').fill('ops@kereru.example');
  await page.getByRole('button', { name: 'Add the registrar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kererū Domains' })).toBeVisible();
  await expect(page.getByText('This registrar has no networks yet')).toBeVisible();

  const network = page.getByRole('textbox', { name: 'Address or network' });
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await network.fill('198.51.100.7/24');
  await allow.click();
  await expect(page.getByText('198.51.100.7/24 is not the start of a network')).toBeVisible();
  await page.getByRole('button', { name: 'Use 198.51.100.0/24' }).click();
  await page.getByLabel('Note').first().fill('Head office');
  await allow.click();
  await expect(page.getByText('198.51.100.0/24 is allowed.')).toBeVisible();
  await expect.poll(() => registryStatus(request, '198.51.100.7'), soon).toBe(200);

  await network.fill('198.51.100.0/24');
  await allow.click();
  await expect(page.getByText('198.51.100.0/24 is already allowed, for Kererū Domains.')).toBeVisible();
  await network.fill('126.0.0.0/7');
  await allow.click();
  await expect(page.getByLabel('Type 126.0.0.0/7 to allow so many addresses')).toBeVisible();
  await expect(page.getByText('126.0.0.0/7 overlaps with 127.0.0.0/8 of Demonstration registrar')).toBeVisible();
  await expectAccessibleState(page);
  await network.fill('');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Allow many' }).click();
  const lines = page.getByLabel('Networks', { exact: true });
  await lines.fill('203.0.113.0/28 Branch\n203.0.113.99/28\nno address\n');
  await page.getByRole('button', { name: 'Allow all of them' }).click();
  await expect(page.getByText('Line 2: 203.0.113.99/28 is not the start of a network')).toBeVisible();
  await expect(page.getByText('Line 3: "no" is not an IP address or network')).toBeVisible();
  await expect(lines).toHaveValue('203.0.113.0/28 Branch\n203.0.113.99/28\nno address\n');
  await lines.fill('203.0.113.0/28 Branch\n2001:db8:7::/48\n');
  await page.getByRole('button', { name: 'Allow all of them' }).click();
  await expect(page.getByText('2 networks are allowed.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Change 203.0.113.0/28' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '203.0.113.0/28' })).toBeVisible();
  await page.getByLabel('Valid until', { exact: true }).fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.goto('/admin/registrars');
  await page.getByLabel('Test an address').fill('198.51.100.7');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('heading', { name: '198.51.100.7 gets in' })).toBeVisible();
  await expect(page.getByText('through the entry 198.51.100.0/24')).toBeVisible();
  await page.getByLabel('Test an address').fill('203.0.113.3');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('heading', { name: '203.0.113.3 is refused' })).toBeVisible();
  await expect(page.getByText('not valid since')).toBeVisible();
  await expectAccessibleState(page);

  await page.getByRole('link', { name: 'Kererū Domains' }).click();
  await page.getByRole('button', { name: 'Remove 198.51.100.0/24' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 198.51.100.0/24?' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => registryStatus(request, '198.51.100.7'), soon).toBe(403);
  expect(errors).toEqual([]);
});

test('an editor issues a key, which works; replaces and revokes it, which stops it; and the audit log has each step', {
  tag: '@everyday',
}, async ({ page, request, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'key-editor@watea.example', 'editor');
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Add a user' }).click();
  await page.getByLabel('Email').fill('jo@kereru.example');
  await page.getByLabel('Organisation').fill('=Kererū');
  await page.getByRole('button', { name: 'Add the user' }).click();
  await expect(page.getByText('This user has no keys yet.')).toBeVisible();

  await page.getByLabel('Label').fill('Web site');
  await page.getByLabel('Allowed web origins').fill('example.nz/path');
  await page.getByRole('button', { name: 'Issue the key' }).click();
  await expect(page.getByText('“example.nz/path” is not a web origin')).toBeVisible();
  await page.getByLabel('Allowed web origins').fill('');
  await page.getByRole('button', { name: 'Issue the key' }).click();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^watea[A-Za-z0-9]{40}$/);
  // on plain HTTP pages have no clipboard, but selected text can be copied
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Copied' }).click();
  await expect(page.getByText('Your browser does not let this page copy.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  await expectAccessibleState(page);
  await expect.poll(() => broadbandStatus(request, key), soon).toBe(200);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.reload();
  expect(await page.content()).not.toContain(key);
  // the address still asks for the form
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('link', { name: `${key.slice(5, 11)}…` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Key ${key.slice(5, 11)}…` })).toBeVisible();
  await page.getByRole('button', { name: 'Replace this key' }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  const successor = await page.getByLabel('Key', { exact: true }).inputValue();
  await expect.poll(() => broadbandStatus(request, successor), soon).toBe(200);
  expect(await broadbandStatus(request, key)).toBe(200);

  await page.goto(`/admin/users/keys?search=${key.slice(5, 11)}`);
  await page.getByRole('button', { name: `Revoke key ${key.slice(5, 11)}… of jo@kereru.example` }).click();
  const dialog = page.getByRole('dialog', { name: `Revoke key ${key.slice(5, 11)}… of jo@kereru.example?` });
  await expectAccessibleState(page);
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Revoked' })).toBeVisible();
  await expect.poll(() => broadbandStatus(request, key), soon).toBe(401);
  expect(await broadbandStatus(request, successor)).toBe(200);

  await page.goto('/admin/audit?search=jo%40kereru.example');
  await expect(page.getByRole('cell', { name: /^Revoked key / })).toBeVisible();
  await page.locator('summary', { hasText: 'of: Added the user jo@kereru.example' }).click();
  await expect(page.getByText('=Kererū')).toBeVisible();
  await expectAccessibleState(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  expect(text).toContain('key-editor@watea.example');
  expect(text).not.toContain(key);
  expect(errors).toEqual([]);
});

test('a viewer can read the lists but change nothing', async ({ page, baseURL }) => {
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'access-viewer@watea.example', 'viewer');
  await page.goto('/admin/registrars');
  await page.getByRole('link', { name: 'Demonstration registrar' }).click();
  await expect(page.getByRole('region', { name: 'networks' })).toBeVisible();
  await expectAccessibleState(page);
  await expect(page.getByRole('button', { name: /^(Allow|Remove|Save)/ })).toHaveCount(0);
  await page.goto('/admin/users/keys');
  await expect(page.getByRole('region', { name: 'keys' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  expect(errors).toEqual([]);
  const refused = await page.goto('/admin/registrars/new');
  expect(refused?.status()).toBe(403);
  await expect(page).toHaveURL(/\/admin\/refused/);
});
