import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { press, tabTo, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

test('an editor adds a technology, moves it up and retires it, by keyboard alone', async ({ page, baseURL }) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'technologies-editor@watea.example', 'editor');
  const navigation = page.getByRole('navigation', { name: 'Staff screens' });
  await press(page, navigation.getByRole('link', { name: 'Technologies', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Technologies' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Add a technology' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Add a technology' })).toBeVisible();

  await write(page, page.getByLabel('Name'), 'fibre');
  await write(page, page.getByLabel('Nominal maximum, Mbps'), '200');
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is already a technology called Fibre.')).toBeVisible();
  await expectAccessibleState(page);
  await write(page, page.getByLabel('Name'), 'Satellite');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Technologies' })).toBeVisible();
  const names = page.locator('td[data-title="Technology"]');
  await expect(names).toHaveText(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL', 'Satellite']);
  await expectAccessibleState(page);
  const up = page.getByRole('button', { name: 'Move Satellite up' });
  await press(page, up);
  await expect(names).toHaveText(['Fibre', 'Cable', 'VDSL', 'Wireless', 'Satellite', 'ADSL']);
  await expect(page.getByText('Satellite moved up')).toBeAttached();
  // the button moves with its row and keeps the focus
  await expect(up).toBeFocused();
  await page.keyboard.press('Space');
  await expect(names).toHaveText(['Fibre', 'Cable', 'VDSL', 'Satellite', 'Wireless', 'ADSL']);

  await page.goto('/admin/technologies');
  await press(page, page.getByRole('link', { name: 'Satellite' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Satellite' })).toBeVisible();
  await write(page, page.getByLabel('Colour'), '#A28FF1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. Answers have it within a second.')).toBeVisible();
  await expect(page.getByText('#a28ff1')).toBeVisible();
  await expectAccessibleState(page);

  await press(page, page.getByRole('button', { name: 'Retire Satellite' }));
  const dialog = page.getByRole('dialog', { name: 'Retire Satellite?' });
  await press(page, dialog.getByRole('button', { name: 'Retire', exact: true }));
  await expect(page.getByText('This technology is retired: answers do not include it.')).toBeVisible();
  await expectAccessibleState(page);

  await page.goto('/admin/technologies/1');
  await page.getByRole('button', { name: 'Retire Fibre' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire', exact: true }).click();
  await expect(page.getByText(/Fibre has \d+ published offers: retire its layers/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('an editor renames a provider, adds an alias and a web address, and applies them to published offers', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const errors = listenForErrors(page);
  await signInByCookie(page, baseURL ?? '', 'providers-editor@watea.example', 'editor');
  const area = [
    [
      [174.5, -47.4],
      [174.6, -47.4],
      [174.6, -47.3],
      [174.5, -47.3],
      [174.5, -47.4],
    ],
  ];
  const properties = { technology: 'Wireless', provider: 'Korimako Air', availability: 'Available' };
  const speeds = { bandwidth_min_mbps: 5, bandwidth_max_mbps: 50, bandwidth_up_min_mbps: 1, bandwidth_up_max_mbps: 10 };
  const feature = {
    type: 'Feature',
    properties: { ...properties, ...speeds },
    geometry: { type: 'Polygon', coordinates: area },
  };
  const path = join(process.env.WATEA_E2E_FOLDER ?? '', 'korimako.geojson');
  writeFileSync(path, JSON.stringify(feature));
  watea(baseURL ?? '', 'coverage', 'import', path, '--new-provider', '--publish');
  const { key } = watea<{ key: string }>(baseURL ?? '', 'keys', 'issue', '--user', 'provider-journey@watea.example');
  const answered = async () => {
    const answer = await page.request.get(`/api/1.0/availability/yx/-47.35/174.55?api_key=${key}`);
    const { results } = (await answer.json()) as { results: { providers?: { name: string; url: string }[] }[] };
    return results.flatMap(({ providers = [] }) => providers.map(({ name, url }) => `${name} ${url}`));
  };
  expect(await answered()).toEqual(['Korimako Air ']);

  await page.goto('/admin/providers?search=korimako');
  await expectAccessibleState(page);
  await page.getByRole('link', { name: 'Korimako Air' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Korimako Air' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bellbird Wireless');
  const edit = page.getByRole('region', { name: 'Edit' });
  await page.getByRole('textbox', { name: 'Web address' }).fill('javascript:alert(1)');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter an address that begins with http:// or https://')).toBeVisible();
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://bellbird.example/');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bellbird Wireless' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Korimako Air' })).toBeVisible();
  await expectAccessibleState(page);

  await tabTo(page, page.getByLabel('Another name'));
  await page.keyboard.type('BBW Ltd');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'BBW Ltd' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Remove BBW Ltd' });
  await press(page, remove);
  const question = page.getByRole('dialog', { name: 'Remove BBW Ltd?' });
  await press(page, question.getByRole('button', { name: 'Remove', exact: true }));
  await expect(page.getByRole('listitem').filter({ hasText: 'BBW Ltd' })).toBeHidden();

  expect(await answered()).toEqual(['Korimako Air ']);
  await press(page, page.getByRole('link', { name: 'Provider', exact: true }));
  const address = page.getByRole('checkbox', { name: 'The web address (1 published offer has another one)' });
  await press(page, address, 'Space');
  await press(page, page.getByRole('button', { name: 'Make version' }));
  await expect(page.getByText(/^Coverage version \d+ is ready to be published\.$/)).toBeVisible();
  const version =
    /version (\d+) is ready/.exec((await page.getByText(/is ready to be published\.$/).textContent()) ?? '')?.[1] ?? '';
  watea(baseURL ?? '', 'coverage', 'publish', version);
  await expect.poll(answered).toEqual(['Bellbird Wireless https://bellbird.example/']);
  expect(errors).toEqual([]);
});
