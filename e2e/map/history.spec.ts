import { changeDatabase } from '#e2e/support/change-database.ts';
import { coverage, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, watea } from '#e2e/support/staff.ts';

const dayMs = 86_400_000;
/** In the area that the second version adds. */
const point = '/availability/-44.9975/170.0025?address=Kurow';

test('by keyboard alone a visitor learns what has changed at their place, and what the answer was', async ({
  page,
  origin,
}) => {
  await changeDatabase(({ sqlite }) => {
    sqlite.exec(`UPDATE coverage_publication SET at = at - ${90 * dayMs};
      UPDATE coverage_version SET published_at = published_at - ${90 * dayMs}`);
  });
  await page.goto(point);
  await expect(page.getByRole('link', { name: 'Compare with another place' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'What has changed here' })).toBeHidden();
  const file = testFile('history.geojson', coverage('History Fibre', 1));
  watea(origin, 'coverage', 'import', file, '--new-provider', '--publish');

  const errors = listenForErrors(page);
  await page.goto(point);
  await press(page, page.getByRole('link', { name: 'What has changed here' }));
  await expect(page.getByRole('heading', { level: 1, name: 'What has changed at Kurow' })).toBeVisible();
  const changes = page.getByRole('listitem');
  await expect(changes.first()).toHaveText('Fibre was “Not available”, and is “Available” now.');
  await expect(changes.nth(1)).toContainText('History Fibre offers Fibre now: 100 to 900');
  await expect(page.getByRole('combobox', { name: 'Since' }).getByRole('option')).toHaveCount(1);
  await expectPublicAccessible(page);
  await expectNarrow(page);
  await page.goto('/history/-41.2866/174.7756?address=Wellington&lang=mi');
  await expect(page.getByRole('main')).toContainText('Kāore he panonitanga i konei mai i');
  await expect(page.getByRole('article').first()).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Te whakautu o ināianei' }));
  await expect(page).toHaveURL(/\/availability\/-41\.2866\/174\.7756\?address=Wellington&lang=mi/);

  // a day that cannot be asked, and a place without broadband of ours
  await page.goto('/history/-41.2866/174.7756?since=2001-01-01');
  await expect(page.getByRole('alert').filter({ hasText: 'The coverage of that day cannot be asked.' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Since' })).toBeVisible();
  await page.goto('/history/0/0');
  await expect(page.getByRole('main')).toContainText('Outside the area this service covers');

  // the map draws the coverage of that day, and says so
  await page.goto('/');
  await page.locator('details', { hasText: 'Coverage' }).first().locator('summary').press('Enter');
  const day = page.getByRole('combobox', { name: 'As of' });
  await day.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^The map shows the coverage of .*; answers are of today\./)).toBeVisible();
  await expect(page.getByText('Fastest available then')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Fibre' }).check();
  const fibre = page.locator('img.leaflet-tile-loaded[src*="/tiles/1/"]').first();
  const version = async () => Number(/[?&]v=(\d+)/.exec((await fibre.getAttribute('src')) ?? '')?.[1]);
  const past = await version();
  await expectPublicAccessible(page);
  await page.reload();
  await expect(page.getByText(/^The map shows the coverage of/)).toBeVisible();
  await expect.poll(version).toBe(past);
  await page.locator('details', { hasText: 'Coverage' }).first().locator('summary').press('Enter');
  await day.selectOption('Today');
  await expect.poll(version).toBeGreaterThan(past);
  await expect(page.getByText(/^The map shows the coverage of/)).toBeHidden();
  expect(errors).toEqual([]);

  // a link to a day whose coverage is not kept
  await page.goto('/#as_of=2001-01-01');
  await page.reload();
  await expect(page.getByText('The coverage of 1 January 2001 cannot be shown.')).toBeVisible();
});
