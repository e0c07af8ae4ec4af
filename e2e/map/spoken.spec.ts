import { expect, test } from '#e2e/support/journey.ts';
import { answerWith, boxOf, mapOf } from '#e2e/support/map-page.ts';
import { readAloud } from '#e2e/support/screen-reader.ts';

// each state of the map as a screen reader says it: what somebody must hear, in this order
const point = '/availability/-41.2866/174.7756';
const title = '41.2866° S, 174.7756° E';

/** Expects the phrases among all others, in their order; no-break spaces are spaces. */
function expectSpoken(spoken: readonly string[], phrases: readonly string[]): void {
  const text = spoken.map((phrase) => phrase.replaceAll('\u00a0', ' '));
  let from = 0;
  for (const phrase of phrases) {
    const at = text.indexOf(phrase, from);
    expect(at, `“${phrase}” in ${JSON.stringify(text.slice(from))}`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
  // drawings and codes that nobody wrote for people
  expect(text.filter((phrase) => /graphics|undefined|\[object|\{|^(image|img)$/.test(phrase))).toEqual([]);
}

const ask = async (page: Parameters<typeof boxOf>[0]) => {
  await boxOf(page).fill('-41.2866 174.7756');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
};

test('the first page says where to ask, what the map shows, and how to begin', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('list', { name: 'Fastest available now' }).waitFor();
  expectSpoken(await readAloud(page, 'main'), [
    'search',
    'button, Ask',
    'link, Skip the map',
    'button, Zoom in, not disabled',
    'list, Fastest available now',
    'Fibre',
    'heading, Find broadband at a place, level 1',
    'button, Wellington',
  ]);
  await page.locator('details summary').first().click();
  await page.getByRole('checkbox', { name: 'Fibre' }).waitFor();
  expectSpoken(await readAloud(page, 'details'), [
    'checkbox, Fastest available at each place, checked',
    'table, Show on the map where it is offered',
    'columnheader, Available',
    'checkbox, Fibre, not checked',
    'slider, Strength 80 %, orientated horizontally, max value 100, min value 10, current value 80 %',
  ]);
});

test('a search says how many places it found, and each with what it is', async ({ page }) => {
  await page.goto('/');
  await mapOf(page).waitFor();
  await boxOf(page).fill('wellington');
  await page.getByRole('option').first().waitFor();
  expectSpoken(await readAloud(page, 'search'), [
    'listbox, Places, orientated vertically',
    'option, Wellington Town, not selected, position 1, set size 1',
    '1 place found',
  ]);
});

test('an answer begins with its place and its summary; a comparison with both places', async ({ page }) => {
  await page.goto(point);
  await page.getByRole('article').first().waitFor();
  expectSpoken(await readAloud(page, '#answer', 40), [
    `heading, ${title}, level 1`,
    'Available here: Fibre, Cable, VDSL, Wireless and ADSL, at up to 4,000 Mbps.',
    'combobox, Technology, has popup listbox, not expanded',
    'heading, Fibre, level 2',
    'up to 4,000 Mbps',
    'Available',
  ]);
  await page.goto(`${point.replace('availability', 'compare')}?with=-36.85,174.76`);
  await page.getByRole('table').waitFor();
  expectSpoken(await readAloud(page, 'main', 90), [
    'heading, Compare two places, level 1',
    'table, Summary',
    `columnheader, A: ${title}`,
    'columnheader, B: 36.85° S, 174.76° E',
    'row, Fibre Available up to 4,000 Mbps Available up to 4,000 Mbps',
  ]);
});

test('a fault and a lost connection are said, with what to do', async ({ page, context }) => {
  await answerWith(page, 500, {});
  await page.goto('/');
  await mapOf(page).waitFor();
  await ask(page);
  await page.getByRole('heading', { name: 'Something went wrong at our end' }).waitFor();
  expectSpoken(await readAloud(page, '#answer', 40), [
    `heading, ${title}, level 1`,
    'heading, Something went wrong at our end, level 2',
    'button, Ask again',
    'status',
  ]);
  await context.setOffline(true);
  await page.unroute('**/api/1.0/availability/yx/**');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expectSpoken(await readAloud(page, '#answer', 40), ['heading, You are offline, level 2', 'button, Ask again']);
});
