import { expectAccessible } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { expectNarrow, expectPublicAccessible } from '#e2e/support/public-axe.ts';
import { listenForErrors, watea } from '#e2e/support/staff.ts';
import { developerPages } from '#lib/developers/guides.ts';

test.describe('every page for developers', () => {
  for (const path of [...developerPages.map((page) => page.path), '/developers/contract', '/developers/sign-in']) {
    test(`${path} is accessible, and as narrow as a phone`, async ({ page }) => {
      const errors = listenForErrors(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessible(page, [390]);
      await expectNarrow(page);
      expect(errors).toEqual([]);
    });
  }

  test('is in te reo Māori too, as far as its frame goes', async ({ page }) => {
    await page.goto('/developers/limits?lang=mi');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ngā tepe');
    await expect(page.getByText('Kei te reo Pākehā te tuhinga')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Te matatapu' })).toHaveAttribute(
      'href',
      '/developers/privacy?lang=mi',
    );
    await expectPublicAccessible(page);
  });
});

test('an endpoint is tried with one’s own key, and shown in every language', { tag: '@everyday' }, async ({
  page,
  origin,
}) => {
  const errors = listenForErrors(page);
  const { key: text } = watea<{ key: string }>(origin, 'keys', 'issue', '--user', 'try@example.nz');
  await page.goto('/developers/endpoints');
  await page.getByRole('link', { name: 'Broadband at a point, version 2.0' }).click();
  await page.getByLabel('lat (required)').fill('-36.8485');
  await expect(page.getByText(`curl -g`)).toContainText('/api/2.0/availability/-36.8485/174.7756');
  await page.getByText('PHP', { exact: true }).click();
  await expect(page.getByText('stream_context_create')).toContainText("getenv('WATEA_KEY')");
  await page.getByLabel('Your key').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('status').filter({ hasText: '200' });
  await expect(answer).toContainText('ratelimit-policy');
  await expect(answer).toContainText('"technology": "fibre"');
  await expectPublicAccessible(page);
  await expectNarrow(page);
  await page.getByLabel('lat (required)').fill('51.5');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status').filter({ hasText: '400' })).toContainText('out of the service coverage area');
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
});

test('the form of an endpoint starts with a set of areas and a cursor that this server knows', async ({
  page,
  request,
  origin,
}) => {
  const address = '192.0.2.250';
  watea(origin, 'allow', 'add', address, '--registrar', 'Sample Registrar', '--new-registrar');
  for (const id of ['releaseChanges', 'figuresOfAreas', 'figuresOfAreasAsTable']) {
    await page.goto(`/developers/endpoints/${id}`);
    const shown = (await page.getByText('curl -g').textContent()) ?? '';
    const target = new RegExp(`'(${origin}[^']+)'`).exec(shown)?.[1] ?? '';
    const ask = async () => (await request.get(target, { headers: { 'X-Forwarded-For': address } })).status();
    await expect.poll(ask, target).toBe(200);
  }
});
