import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors } from '#e2e/support/staff.ts';

test('te reo Māori can be chosen, is remembered, and is in the address', async ({ page }) => {
  const errors = listenForErrors(page);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-NZ');
  await page.getByRole('link', { name: 'Te reo Māori' }).click();
  await expect(page).toHaveURL('/?lang=mi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'mi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kimihia te ipurangi tere i tētahi wāhi');
  await page.getByRole('button', { name: 'Te Whanganui-a-Tara' }).click();
  await expect(page.getByText('E wātea ana', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Kaka karāhe' })).toBeVisible();

  await page.goto('/');
  await expect(page).toHaveURL('/?lang=mi');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/?lang=en');
  await page.goto('/');
  await expect(page).toHaveURL('/');
  expect(errors).toEqual([]);
});

test.describe('a browser that asks for te reo Māori', () => {
  test.use({ locale: 'mi-NZ' });
  test('is redirected to it, unless a shared address has a language', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/?lang=mi');
    await page.goto('/?lang=en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-NZ');
  });
});
