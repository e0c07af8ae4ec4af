import { expectAccessibleState } from '#e2e/support/axe.ts';
import { choose, coverage, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

const districts = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { DISTRICT: 'Kurow' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [170, -45],
            [170.01, -45],
            [170.01, -44.99],
            [170, -45],
          ],
        ],
      },
    },
  ],
};

test('an editor loads areas, learns what was wrong with the column, sees the public figures, and removes them', async ({
  page,
  origin,
}) => {
  const file = testFile('figures.geojson', coverage('Figures Fibre', 1));
  watea(origin, 'coverage', 'import', file, '--new-provider', '--add', '--publish');
  const errors = listenForErrors(page);
  await signInByCookie(page, origin, 'figures@watea.example', 'editor');
  const load = async (column: string) => {
    await page.goto('/admin/statistics');
    await choose(page, testFile('districts.geojson', JSON.stringify(districts)));
    await page.getByRole('textbox', { name: 'Column with the name of each area' }).fill(column);
    await page.getByRole('textbox', { name: 'What the areas are called together' }).fill('Figures of staff');
    await page.getByRole('button', { name: 'Import the areas' }).click();
    await expect(page).toHaveURL(/\/admin\/jobs\/\d+$/);
  };
  await load('name');
  await expect(page.getByText('No column is named "name"', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Its columns are "DISTRICT"', { exact: false }).first()).toBeVisible();

  await load('DISTRICT');
  await expect(page.getByText('Figures of staff: 1 area', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'See the figures' }).click();
  const row = page.getByRole('row', { name: /^Figures of staff/ });
  await expect(row).toContainText('districts.geojson');
  await expectAccessibleState(page);
  // the job measures them by itself
  await expect(async () => {
    await page.reload();
    await expect(row.getByRole('link', { name: /^Version \d+$/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await row.getByRole('link', { name: 'Figures of staff' }).click();
  await expect(page.getByRole('rowheader', { name: 'Kurow' })).toBeVisible();

  await page.goto('/admin/statistics');
  await row.getByRole('button', { name: 'Remove Figures of staff' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  expect(errors).toEqual([]);
});
