import { holdScripts } from '#e2e/support/held-scripts.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { boxOf } from '#e2e/support/map-page.ts';

test('what was typed before the scripts have come is searched when they have', async ({ page }) => {
  const send = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await boxOf(page).fill('Rotorua');
  send();
  await expect(page.getByRole('option', { name: /^Rotorua/ })).toBeVisible();
  await expect(boxOf(page)).toHaveValue('Rotorua');
  await boxOf(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Rotorua/);
});

test('a button that was tapped before the scripts have come is answered once when they have', async ({ page }) => {
  const send = await holdScripts(page);
  await page.goto('/availability/-41.2866/174.7756?address=Wellington', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Share or print' }).click();
  await page.getByRole('button', { name: 'Report a mistake here' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  send();
  await expect(page.getByRole('dialog', { name: 'What is wrong here' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the corners of an area that were entered before the scripts have come stay', async ({ page }) => {
  const [corner, opposite] = [page.getByRole('textbox').first(), page.getByRole('textbox').nth(1)];
  const send = await holdScripts(page);
  await page.goto('/area', { waitUntil: 'commit' });
  await corner.fill('-41.2, 174.7');
  await opposite.fill('-41.3, 174.8');
  send();
  await expect(page.getByRole('application')).toBeVisible();
  await opposite.press('End');
  await opposite.press('5');
  await expect(corner).toHaveValue('-41.2, 174.7');
  await expect(opposite).toHaveValue('-41.3, 174.85');
});

test('a way of measuring that was chosen before the scripts have come is the one shown', async ({ page }) => {
  const send = await holdScripts(page);
  await page.goto('/area', { waitUntil: 'commit' });
  await page.getByRole('radio').nth(1).check();
  send();
  await expect(page.getByRole('textbox', { name: 'Width' })).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});
