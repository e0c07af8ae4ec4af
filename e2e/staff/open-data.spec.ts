import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { coverage, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, press, tabTo, write } from '#e2e/support/keyboard.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

test('by keyboard alone an editor offers the coverage under a licence, a visitor downloads it, and it is taken back', async ({
  page,
  origin,
  request,
}) => {
  test.slow();
  const file = testFile('open.geojson', coverage('Open Fibre', 2));
  watea(origin, 'coverage', 'import', file, '--new-provider', '--add', '--publish');
  const errors = listenForErrors(page);
  await page.goto('/data');
  await expect(page.getByText('No coverage is offered for download here.')).toBeVisible();
  await page.goto('/developers/endpoints/openDataFile');
  await expect(page.getByText('This server offers no coverage for download at the moment')).toBeVisible();

  await signInByCookie(page, origin, 'open-data@watea.example', 'editor');
  await page.goto('/admin/open-data');
  const offer = page.getByRole('checkbox', { name: 'Offer the published coverage for download' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await tabTo(page, offer);
  await page.keyboard.press('Space');
  await press(page, save);
  // nothing is offered without a licence and whom to name
  await expect(page.getByText('Choose a licence before the coverage is offered.')).toBeVisible();
  await expect(page.getByText('Say in the attribution whom others should name')).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Licence' }), 'Creative Commons Attribution 4');
  await write(page, page.getByRole('textbox', { name: 'Attribution' }), 'Commerce Commission');
  await press(page, save);
  await expect(page.getByText('Saved. The files are made, or removed, in the background.')).toBeVisible();
  await expectAccessibleState(page);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: /^Version \d+$/ })).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.goto('/data');
  await expect(page.getByText('Name this where you use them: Commerce Commission')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Creative Commons Attribution 4.0 International' })).toBeVisible();
  await expectPublicAccessible(page);
  await expectNarrow(page);
  const link = page.getByRole('link', { name: /^Open Fibre as GeoJSON, / });
  const downloading = page.waitForEvent('download');
  await press(page, link);
  const saved = readFileSync(await (await downloading).path());
  expect(JSON.parse(String(saved)).features[0].properties.provider).toBe('Open Fibre');
  await page.getByText('SHA-256 of each file').click();
  await expect(page.getByText(hash('sha256', saved))).toBeVisible();
  const address = await link.getAttribute('href');

  await page.goto('/developers/endpoints/openDataFile');
  const example = (await page.getByText('curl -g').textContent()) ?? '';
  expect((await request.get(/'(http[^']+)'/.exec(example)?.[1] ?? '')).status()).toBe(200);
  await expect(page.getByText('This server offers no coverage')).toBeHidden();

  await page.goto('/data?lang=mi');
  await expect(page.getByRole('heading', { level: 1, name: 'Ngā raraunga tuwhera' })).toBeVisible();
  await expectPublicAccessible(page);

  watea(origin, 'open-data', 'stop');
  expect((await request.get(address ?? '')).status()).toBe(404);
  await page.goto('/data');
  await expect(page.getByText('No coverage is offered for download here.')).toBeVisible();
  expect(errors).toEqual([]);
});
