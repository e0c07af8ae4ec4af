import { gzipSync } from 'node:zlib';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { choose, press, write } from '#e2e/support/keyboard.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

test('an editor looks up names, browses the register and sees the coming releases', { tag: '@everyday' }, async ({
  page,
  baseURL,
}) => {
  test.slow();
  await signInByCookie(page, baseURL ?? '', 'register-reader@watea.example', 'editor');
  const errors = listenForErrors(page);
  await page
    .getByRole('navigation', { name: 'Staff screens' })
    .getByRole('link', { name: 'Register', exact: true })
    .click();
  const look = async (name: string) => {
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Look up' }).click();
  };
  const screens = page.getByRole('navigation', { name: 'Register' });

  await look('WĀTEA-PENDING.nz');
  await expect(page.getByRole('heading', { level: 2, name: 'wātea-pending.nz' })).toBeVisible();
  await expect(page.getByText('It is a sandbox name')).toBeVisible();
  await expect(page.getByText('"domain":"xn--wtea-pending-7mb.nz","original":"wātea-pending.nz"}')).toBeVisible();
  await expect(page.getByText('May still be restored')).toBeVisible();
  await expectAccessibleState(page);

  await look('demo-reserved');
  await expect(page.getByRole('row')).toHaveCount(17);
  await expectAccessibleState(page);
  await page.getByRole('link', { name: 'demo-reserved.co.nz' }).click();
  await expect(
    page.getByText('it is on the list of names that cannot be registered: demonstration data'),
  ).toBeVisible();
  await look('gōvt.nz');
  await expect(page.getByText('a rule prohibits it')).toBeVisible();
  await look('www.kea.nz');
  await expect(page.getByRole('alert').filter({ hasText: 'www.kea.nz' })).toContainText('500 Invalid characters');
  await expectAccessibleState(page);

  await screens.getByRole('link', { name: 'Names' }).click();
  await page.getByLabel('Status').selectOption('PendingRelease');
  await page.getByLabel('Suffix').selectOption('.school.nz');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/state=pending/);
  await expect(page.getByRole('link', { name: /\.school\.nz$/ }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'PendingRelease' }).first()).toBeVisible();
  await expectAccessibleState(page);

  await screens.getByRole('link', { name: 'Coming releases' }).click();
  await expect(page.getByRole('table')).not.toHaveCount(0);
  await expectAccessibleState(page);
  const day = page.getByRole('link', { name: /^\d+ +\w+: +\d+ +names?$/ }).nth(1);
  const count = Number(/: *(\d+) *name/.exec((await day.textContent()) ?? '')?.[1]);
  await day.click();
  await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('It was cancelled, and no release job has marked it yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('an editor edits the lists by keyboard alone, and the API uses them immediately', async ({
  page,
  baseURL,
  request,
}) => {
  test.slow();
  await signInByCookie(page, baseURL ?? '', 'list-editor@watea.example', 'editor');
  watea(baseURL ?? '', 'allow', 'add', '192.0.2.178', '--registrar', 'List reader', '--new-registrar');
  const statusOf = async (name: string) => {
    const answer = await request.get(`/1.0/availability?domains[]=${encodeURIComponent(name)}`, {
      headers: { 'X-Forwarded-For': '192.0.2.178' },
    });
    return (await answer.json())[0]?.status;
  };
  const errors = listenForErrors(page);
  await page.goto('/admin/register');
  await press(page, page.getByRole('navigation', { name: 'Register' }).getByRole('link', { name: 'Lists' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Names that cannot be registered' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Add names' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Add names to the list' })).toBeVisible();

  // a name that cannot be Conflicted is refused, and the typed values are kept
  await write(page, page.getByRole('textbox', { name: 'Name' }), 'tūī-crossing.co.nz');
  const status = page.getByRole('combobox', { name: 'Status' });
  await choose(page, status, 'Con');
  await write(page, page.getByRole('textbox', { name: 'Reason' }), 'two holders');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('tūī-crossing.co.nz cannot be Conflicted: only names directly below .nz can.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('tūī-crossing.co.nz');
  await expectAccessibleState(page);
  await choose(page, status, 'Rese');
  await press(page, page.getByRole('button', { name: 'Add the name' }));
  await expect(page.getByText('tūī-crossing.co.nz is on the list. The API uses it at once.')).toBeVisible();
  expect(await statusOf('tūī-crossing.co.nz')).toBe('Reserved');

  await press(page, page.getByRole('link', { name: 'All listed names' }));
  await write(page, page.getByRole('textbox', { name: 'Search' }), 'tūī-crossing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /tūī-crossing\.co\.nz/ })).toContainText('two holders');

  await press(page, page.getByRole('link', { name: 'Change tūī-crossing.co.nz' }));
  await expect(page.getByRole('heading', { level: 1, name: 'tūī-crossing.co.nz' })).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Status' }), 'Pro');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved. The API uses it at once.')).toBeVisible();
  expect(await statusOf('tūī-crossing.co.nz')).toBe('Prohibited');
  await expectAccessibleState(page);

  await press(page, page.getByRole('button', { name: 'Remove tūī-crossing.co.nz' }));
  const dialog = page.getByRole('dialog', { name: 'Remove tūī-crossing.co.nz from the list?' });
  await press(page, dialog.getByRole('button', { name: 'Remove', exact: true }));
  await expect(page).toHaveURL('/admin/register/lists');
  expect(await statusOf('tūī-crossing.co.nz')).toBe('Available');
  expect(errors).toEqual([]);
});

test('an editor imports a list: faults by line first, then the corrected file', async ({ page, baseURL }) => {
  await signInByCookie(page, baseURL ?? '', 'list-importer@watea.example', 'editor');
  const errors = listenForErrors(page);
  await page.goto('/admin/register/lists/new');
  const importFile = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    const buffer = name.endsWith('.gz') ? gzipSync(text) : Buffer.from(text);
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import the file' }).click();
  };
  await importFile('crown.csv', 'domain,status\nimported-one.nz,Reserved\nimported-two.co.nz,Resolved\n');
  await expect(page.getByText('crown.csv was not imported; the list is unchanged.')).toBeVisible();
  await expect(page.getByText(/Line 3: imported-two.co.nz cannot be Resolved/)).toBeVisible();
  await expectAccessibleState(page);
  await importFile('crown.csv.gz', 'domain,status,reason\nimported-one.nz,Reserved,Crown\nimported-two.nz,Resolved,\n');
  await expect(page.getByText('2 new, 0 changed, 0 unchanged. The API uses them at once.')).toBeVisible();
  await page.getByRole('link', { name: 'All listed names' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('imported-');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  expect(errors).toEqual([]);
});
