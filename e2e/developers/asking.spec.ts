import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/axe.ts';
import { expect, linkIn, test } from '#e2e/support/mail-journey.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, signInByCookie } from '#e2e/support/staff.ts';

let people = 0;

/** Fills in what both forms ask for. */
async function fillIn(page: Page, email: string, organisation: string): Promise<void> {
  await page.getByLabel('Your name').fill('Kim Example');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel(/^(?:Organisation|Registrar)$/).fill(organisation);
  await page.getByLabel('What you will use it for').fill('A map of our customers.');
  await page.getByLabel('I agree to the terms').check();
}

/** A page of staff, in a browser of their own. */
async function staffPage(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin, javaScriptEnabled: true })).newPage();
  people++;
  await signInByCookie(page, origin, `editor-${people}@watea.example`, 'editor');
  return page;
}

/** Opens the newest request. */
async function openRequest(staff: Page, who: string): Promise<void> {
  await staff.goto('/admin/requests');
  await staff.getByRole('row').filter({ hasText: who }).first().getByRole('link').first().click();
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText(/^Request \d+$/);
}

test('a key is asked for, approved, used, replaced and ended', { tag: '@everyday' }, async ({
  page,
  browser,
  origin,
  mails,
  request,
}) => {
  const errors = listenForErrors(page);
  const email = 'kim@example.nz';
  const mailsTo = () => mails.filter(({ to }) => to.includes(email));
  const statusWith = async (key: string) =>
    (await request.get('/api/2.0/availability/-42/172', { headers: { 'X-Api-Key': key } })).status();

  await test.step('asked', async () => {
    await page.goto('/developers/ask');
    await page.getByLabel('Email address').fill('kim');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByText('Tick the box to agree to the terms.')).toBeVisible();
    await expect(page.getByText('Enter an email address, such as jo@example.nz.')).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expectPublicAccessible(page);
    await page.getByLabel('I agree to the terms').check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByText('Tick the box to agree to the terms.')).toBeHidden();
    await expect(page.getByLabel('I agree to the terms')).toBeChecked();
    await fillIn(page, email, 'Example Ltd');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Check your mail' })).toBeFocused();
    await expectPublicAccessible(page);
  });

  await test.step('confirmed', async () => {
    await expect.poll(() => mailsTo().length).toBe(1);
    await page.goto(linkIn(mailsTo()[0] as never));
    await expectPublicAccessible(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  });

  const staff = await staffPage(browser, origin);
  await test.step('approved', async () => {
    await openRequest(staff, email);
    await expectAccessible(staff, [1440, 390]);
    await staff.setViewportSize({ width: 1280, height: 800 });
    await staff.getByLabel('Label').fill('Map');
    await staff.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(staff.getByText('Approved, key not fetched')).toBeVisible();
  });

  let key = '';
  await test.step('shown once', async () => {
    await expect.poll(() => mailsTo().length).toBe(2);
    const link = linkIn(mailsTo()[1] as never);
    await page.goto(link);
    await page.getByRole('button', { name: 'Show the key' }).click();
    key = await page.getByLabel('The key, shown only once').inputValue();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('The key, shown only once')).toBeFocused();
    expect(key).toMatch(/^watea[A-Za-z0-9]{40}$/);
    await expectPublicAccessible(page);
    expect(await statusWith(key)).toBe(200);
    await page.goto(link);
    await page.getByRole('button', { name: 'Show the key' }).click();
    await expect(page.getByText('This link was used already')).toBeVisible();
  });

  await test.step('seen by whoever signs in', async () => {
    await page.goto('/developers/account');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await expect(page.getByText(`If ${email} has a key`)).toBeVisible();
    await expect.poll(() => mailsTo().length).toBe(3);
    await page.goto(linkIn(mailsTo()[2] as never));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'To your keys' }).click();
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    // calls are counted at once, and stored a little later
    await expect(async () => {
      await page.reload();
      await page.getByText('Use', { exact: true }).click();
      const calls = page.getByRole('group', { name: 'Last 24 hours' }).getByRole('row');
      await expect(calls).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    await expectPublicAccessible(page);
    await expectNarrow(page);
  });

  await test.step('replaced and ended', async () => {
    await page.getByText('Replace', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Replace' }).click();
    const replacement = await page.getByLabel('The key, shown only once').inputValue();
    await expect.poll(() => statusWith(replacement)).toBe(200);
    expect(await statusWith(key)).toBe(200);
    await expect(page.getByRole('article').last().getByText('ends soon')).toBeVisible();
    const own = page.getByRole('article').first();
    await own.getByText('Make another key', { exact: true }).click();
    const form = own.getByRole('group').filter({ has: page.getByRole('button', { name: 'Make the key' }) });
    await form.getByLabel('Name').fill('Shop');
    for (const scope of ['Version 1.0', 'Many points in one request', 'Addresses'])
      await form.getByLabel(scope).uncheck();
    await form.getByLabel('Websites').fill('shop');
    await form.getByRole('button', { name: 'Make the key' }).click();
    await expect(form.getByText('is not a web origin')).toBeVisible();
    await expect(form.getByLabel('Addresses')).not.toBeChecked();
    await form.getByLabel('Websites').fill('https://shop.example');
    await expectPublicAccessible(page);
    await form.getByRole('button', { name: 'Make the key' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Shop' })).toContainText('https://shop.example');
    await page.reload();
    await page.getByRole('article').last().getByText('End', { exact: true }).click();
    await page.getByRole('article').last().getByRole('button', { name: 'End this key' }).click();
    await expect(page.getByText('ended by hand').first()).toBeVisible();
    await expect.poll(() => statusWith(key)).toBe(401);
    expect(await statusWith(replacement)).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  await staff.goto('/admin/audit');
  for (const sentence of [
    /^Sent request \d+$/,
    /^Confirmed the address of request \d+$/,
    /^Approved request \d+$/,
    /^Fetched the key of request \d+$/,
    /^Signed in to the pages for developers as user \d+$/,
    /^Revoked key /,
  ])
    await expect(staff.getByRole('table').getByText(sentence).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a registrar asks for networks and is let in, and whoever is declined reads why', { tag: '@everyday' }, async ({
    page,
    browser,
    origin,
    mails,
    request,
  }) => {
    const email = 'lee@registrar.example';
    const mailsTo = () => mails.filter(({ to }) => to.includes(email));
    const address = '198.51.100.77';
    const call = () =>
      request.get('/1.0/availability?domains[]=kea.co.nz', { headers: { 'X-Forwarded-For': address } });
    expect((await call()).status()).toBe(403);
    await page.goto('/developers/ask-networks');
    await fillIn(page, email, 'Kea Names');
    await page.getByLabel('Networks').fill('198.51.100.77/24');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByText('198.51.100.77/24').last()).toBeVisible();
    await page.getByLabel('Networks').fill(address);
    await expect(page.getByLabel('I agree to the terms')).toBeChecked();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await expect.poll(() => mailsTo().length).toBe(1);
    await page.goto(linkIn(mailsTo()[0] as never));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your address is confirmed.')).toBeVisible();

    const staff = await staffPage(browser, origin);
    await openRequest(staff, email);
    await staff.getByRole('button', { name: 'Allow the networks' }).click();
    await expect(staff.getByText('Done', { exact: true })).toBeVisible();
    await expect.poll(async () => (await call()).status(), { timeout: 2000 }).toBe(200);
  });

  test('a key is shown once, and not again', async ({ page, browser, origin, mails }) => {
    const email = 'ana@example.nz';
    const mailsTo = () => mails.filter(({ to }) => to.includes(email));
    await page.goto('/developers/ask?lang=mi');
    await page.getByLabel('Tō ingoa').fill('Ana');
    await page.getByLabel('Wāhitau īmēra').fill(email);
    await page.getByLabel('Whakahaere').fill('Tauira');
    await page.getByLabel('Ka whakamahia hei aha').fill('He mahere.');
    await page.getByLabel('E whakaae ana ahau').check();
    await page.getByRole('button', { name: 'Tukuna te tono' }).click();
    await expect.poll(() => mailsTo().length).toBe(1);
    await page.goto(linkIn(mailsTo()[0] as never));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const staff = await staffPage(browser, origin);
    await openRequest(staff, email);
    await staff.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => mailsTo().length).toBe(2);
    await page.goto(linkIn(mailsTo()[1] as never));
    await page.getByRole('button', { name: 'Show the key' }).click();
    await expect(page.getByLabel('The key, shown only once')).toHaveValue(/^watea/);
    await page.getByRole('link', { name: 'Your keys' }).first().click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  });
});
