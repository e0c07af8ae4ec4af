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
  expect(errors).toEqual([]);
});
