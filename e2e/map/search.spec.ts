import type { Page } from '@playwright/test';
import { at } from '#e2e/support/at.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors } from '#e2e/support/staff.ts';

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Where?' });

test('a name is found while typing, with or without macrons, and chosen by keyboard', { tag: '@everyday' }, async ({
  page,
}) => {
  const errors = listenForErrors(page);
  await page.goto('/');
  await expect(boxOf(page)).toHaveAccessibleDescription(/^Address, town, suburb or place/);
  await boxOf(page).pressSequentially('whaanga');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('Whangārei');
  await expect(boxOf(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.first().locator('[lang=mi]')).toHaveText('Whangārei');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whangārei');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(at('/availability/-35.7251/174.3237?address=Whang%C4%81rei'));
  await expect(page.getByRole('listbox')).toBeHidden();
  expect(errors).toEqual([]);
});

test('a swapped pair of coordinates is recognised; Escape closes the list, then empties the field', async ({
  page,
}) => {
  await page.goto('/');
  await boxOf(page).fill('174.7756, -41.2866');
  await expect(page.getByRole('option')).toContainText('41.2866° S, 174.7756° E');
  await expect(page.getByRole('option')).toContainText('longitude came first');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(boxOf(page)).toHaveValue('');
});

test('a shared address is answered in the HTML, without a script; the back button goes back', async ({
  page,
  request,
}) => {
  const errors = listenForErrors(page);
  const address = '/availability/-41.28660000001/174.7756?address=12%20R%C4%81t%C4%81%20Street';
  const html = await (await request.get(address)).text();
  expect(html).toContain('Available here:');
  expect(html).toMatch(/<title>12 Rātā Street · Wātea<\/title>/);
  expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
  expect(html).toMatch(/<meta name="description" content="Available here: [^"]*Fibre/);

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12 Rātā Street');
  await expect(page.getByRole('article', { name: 'Fibre' })).toBeVisible();
  await boxOf(page).fill('Dunedin');
  await expect(page.getByRole('option', { name: /Dunedin/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunedin');
  await expect(page).toHaveURL(/\/availability\/-45\.\d+\/170\.\d+\?address=Dunedin/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12 Rātā Street');
  await expect(page).toHaveURL(at(address));
  expect(errors).toEqual([]);
});

test('a long name does not widen the page', async ({ page }) => {
  const taumata = 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu';
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/availability/-41.2866/174.7756?lang=mi&address=${taumata}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(taumata);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('an address that is not a place has a page that says so', async ({ page }) => {
  expect((await page.goto('/availability/north/east'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No page at this address' })).toBeVisible();
});

test('a search moves the map in its own history entry, not in the one before', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = '/availability/-41.2866/174.7756#map=16/-41.2866/174.7756';
  await page.goto(before);
  await expect(page.getByRole('article', { name: 'Fibre' })).toBeVisible();
  await boxOf(page).fill('Dunedin');
  await expect(page.getByRole('option', { name: /Dunedin/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?address=Dunedin#map=[\d.]+\/-45\.\d+\/170\.\d+/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${before}$`));
});

test('a point without its minus gets it with one tap', async ({ page }) => {
  await page.goto('/');
  await boxOf(page).fill('41.2866, 174.7756');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('41.2866° S, 174.7756° E');
  await expect(options.first()).toContainText('the minus that was missing');
  await expect(options.nth(1)).toContainText('41.2866° N');
  await options.first().click();
  await expect(page).toHaveURL(at('/availability/-41.2866/174.7756'));
});

test('a misspelt name, another name and a link of a map are found', async ({ page }) => {
  await page.goto('/');
  const options = page.getByRole('option');
  await boxOf(page).fill('christchruch');
  await expect(options.first()).toContainText('Christchurch');
  await boxOf(page).fill('Ōtautahi');
  await expect(options.first()).toContainText('Christchurch');
  await expect(options.first()).toContainText('also Ōtautahi');
  await boxOf(page).fill('https://www.google.com/maps/@-41.28,174.77,15z');
  await expect(options.first()).toContainText('41.28° S, 174.77° E');
  await boxOf(page).fill('1748735 5427916');
  await expect(options.first()).toContainText('41.2865');
});

test('Enter takes what was typed, and otherwise asks which place is meant', async ({ page }) => {
  const place = { detail: '', latitude: -41.285, longitude: 174.75, isMaori: false, isServed: true };
  const listed = [
    { ...place, name: '280 Karori Road, Karori, Wellington' },
    { ...place, name: '279 Karori Road, Karori, Wellington', longitude: 174.76 },
  ];
  const notice = { code: 'number-not-listed', number: '281', street: 'Karori Road', nearest: ['279', '280'] };
  let answerFirst = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/places?*', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('q');
    if (text === 'near me') return route.continue();
    if (text === '280 Karori Road') await isAsked;
    const isMeant = text === '280 Karori Road';
    const body = { places: listed, isMeant, hasAddresses: true, ...(isMeant ? {} : { notice }) };
    await route.fulfill({ json: body });
  });
  await page.goto('/');
  await boxOf(page).fill('281 Karori Road');
  await page.keyboard.press('Enter');
  const said = '281 is not in our list of addresses. The nearest on Karori Road are 279 and 280.';
  await expect(page.getByText(said, { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: said })).toContainText('2 places found');
  await expect(boxOf(page)).toBeFocused();
  await expect(page).toHaveURL(at('/'));

  // Enter before the answer has come waits for it, and does not take what an earlier text had found
  await boxOf(page).fill('280 Karori Road');
  await page.keyboard.press('Enter');
  answerFirst();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('280 Karori Road, Karori, Wellington');

  await boxOf(page).fill('near me');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use my location' })).toBeFocused();
  await expect(page.getByText('To ask about where you are, press “Use my location”.')).toBeVisible();
});

test('without a connection the search says so, and goes on when it is back', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('application')).toBeVisible();
  await context.setOffline(true);
  await boxOf(page).fill('dunedin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are offline. The search goes on when the connection is back.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunedin');
  await expect(page.getByText('You are offline', { exact: false })).toHaveCount(0);
});

test('on a phone, what tells two suggestions apart is on a second line', async ({ page }) => {
  const place = { detail: '', latitude: -41.285, longitude: 174.75, isMaori: false, isServed: true };
  const street = 'Level 12, 280 Great North Western Motorway Road';
  const places = ['Mount Maunganui North', 'Mount Maunganui South'].map((town, at) => ({
    ...place,
    name: `${street}, ${town}`,
    longitude: 174 + at,
  }));
  await page.route('**/places?*', (route) => route.fulfill({ json: { places, isMeant: false, hasAddresses: true } }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await boxOf(page).fill('280 great');
  await expect(page.getByRole('option')).toHaveCount(2);
  const isWhole = await page
    .getByRole('option')
    .locator('span')
    .evaluateAll((names) => names.map((name) => name.scrollHeight <= name.clientHeight));
  expect(isWhole).toEqual([true, true]);
});

for (const language of ['en', 'mi']) {
  test(`the words in the empty field are whole at 320 px, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto(`/?lang=${language}`);
    await page.evaluate(() => document.fonts.ready);
    const spare = await page.getByRole('combobox').evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      if (pen === null) throw new Error('This browser has no canvas.');
      pen.font = font;
      return (
        field.clientWidth -
        Number.parseFloat(paddingLeft) -
        Number.parseFloat(paddingRight) -
        pen.measureText(field.placeholder).width
      );
    });
    expect(spare).toBeGreaterThanOrEqual(0);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a search is answered by a page of links, in either language', { tag: '@everyday' }, async ({ page }) => {
    await page.goto('/?lang=mi');
    await page.getByRole('combobox').fill('welington');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?lang=mi&q=welington$/);
    await page.goto('/');
    await boxOf(page).fill('welington');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Places that “welington” may mean');
    await page.getByRole('link', { name: 'Wellington' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wellington');
    await expect(page.getByText('Available here:').first()).toBeVisible();
  });

  for (const [typed, said] of [
    ['near me', 'Type the address or the name of the place where you are.'],
    ['///filled.count.soap', /^Three words with dots .* Type an address or coordinates\.$/],
    ['qqqqqqqq', 'No place with that name was found. Check the spelling, or try a town nearby.'],
  ] as const) {
    test(`“${typed}” is answered with what can be done`, async ({ page }) => {
      await page.goto(`/search?q=${encodeURIComponent(typed)}`);
      await expect(page.getByText(said)).toBeVisible();
    });
  }

  for (const path of ['/', '/area', '/compare/-41.2866/174.7756']) {
    test(`${path} speaks of no map and has no empty box in its place`, async ({ page }) => {
      await page.goto(path);
      const note = page.getByText(/needs JavaScript\./);
      await expect(note).toBeVisible();
      await expect(page.getByText(/on the map|at the map/i).filter({ visible: true })).toHaveCount(0);
      const [box, words] = [await note.locator('..').boundingBox(), await note.boundingBox()];
      expect((box?.height ?? 999) - (words?.height ?? 0)).toBeLessThan(40);
    });
  }

  test('nothing found is said, and coordinates lead to their point', async ({ page }) => {
    await page.goto('/search?q=qqqqqqqq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing was found for “qqqqqqqq”');
    await page.getByRole('textbox', { name: 'Where?' }).fill('41.2866 174.7756');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '41.2866° S, 174.7756° E' }).click();
    await expect(page).toHaveURL(at('/availability/-41.2866/174.7756'));
  });
});
