import { readFileSync } from 'node:fs';
import { coverage, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, watea } from '#e2e/support/staff.ts';

/** Around the coverage that the journeys publish. */
const districts = {
  type: 'FeatureCollection',
  features: [
    ['Kurow', 170, -45],
    ['Elsewhere', 171, -44],
  ].map(([name, west, south]) => {
    const [x, y] = [Number(west), Number(south)];
    const ring = [
      [x, y],
      [x + 0.02, y],
      [x + 0.02, y + 0.02],
      [x, y + 0.02],
      [x, y],
    ];
    return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } };
  }),
};

test('by keyboard alone a visitor finds how much of a district is reached, sorts, chooses a speed, and takes the file along', async ({
  page,
  origin,
}) => {
  const file = testFile('statistics.geojson', coverage('Statistics Fibre', 3));
  watea(origin, 'coverage', 'import', file, '--new-provider', '--add', '--publish');
  const areas = testFile('districts.geojson', JSON.stringify(districts));
  watea(origin, 'areas', 'import', areas, '--name', 'name', '--as', 'Districts', '--attribution', 'Stats NZ');
  watea(origin, 'areas', 'measure');

  const errors = listenForErrors(page);
  await page.goto('/statistics/districts');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await press(page, page.getByRole('link', { name: 'Share' }));
  await expect(page.getByRole('columnheader', { name: 'Share' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText('Kurow');
  await expectPublicAccessible(page);
  await expectNarrow(page);

  await page.getByRole('combobox', { name: 'Download speed' }).selectOption('At least 900 Mbps');
  await press(page, page.getByRole('button', { name: 'Show' }));
  await expect(page).toHaveURL(/mbps=900/);
  await expect(page.getByRole('combobox', { name: 'Download speed' })).toHaveValue('900');
  await press(page, page.getByRole('link', { name: 'Kurow' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Broadband in Kurow' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Fibre/ })).toContainText('%');
  await expectPublicAccessible(page);
  await expectNarrow(page);

  const downloading = page.waitForEvent('download');
  await press(page, page.getByRole('link', { name: 'Download as CSV' }));
  const path = await (await downloading).path();
  expect(readFileSync(path, 'utf8')).toContain('Kurow,Fibre,Available,900,');
  expect(errors).toEqual([]);
});
