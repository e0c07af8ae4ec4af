import { withFiguresLock } from '#db/broadband/lock.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { expectAccessibleState } from '#e2e/support/axe.ts';
import { databaseFile, joinIfNode } from '#e2e/support/change-database.ts';
import { coverage, importAsNew, testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { listenForErrors, signInByCookie, watea } from '#e2e/support/staff.ts';

/** Keeps the server from measuring and drawing until `release` is called. */
function holdFigures(): { release(): Promise<void> } {
  joinIfNode();
  const database = openDatabase(databaseFile(), { wait: 'yielding' });
  const released = Promise.withResolvers<void>();
  const held = withFiguresLock(database.writer, () => released.promise);
  return {
    async release() {
      released.resolve();
      await held;
      closeDatabase(database);
    },
  };
}

const behind = 'The coverage on the map is being updated; answers are up to date.';

test('a version is published before it is measured and drawn; its page and the public map fill in by themselves', async ({
  page,
  baseURL,
  context,
}) => {
  test.slow();
  await signInByCookie(page, baseURL ?? '', 'first@watea.example', 'editor');
  const figures = holdFigures();
  await importAsNew(page, testFile('early.geojson', coverage('Early Fibre', 400)), 'Early Fibre');
  await expect(page.getByText(/is ready to be published\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'See what it changes' }).click();
  await expect(page.getByText(/^The figures are (being measured|not measured yet)/).first()).toBeVisible();
  await expect(
    page.getByText('The map of this version is drawn after its figures are measured.').first(),
  ).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: /^Publish version \d+$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  const map = await context.newPage();
  const errors = listenForErrors(map);
  await map.goto('/#map=9/-45/170.5&layers=1');
  await expect(map.getByText(behind)).toBeVisible();

  await figures.release();
  await expect(page.getByRole('region', { name: 'Table of areas', exact: true })).toContainText('Fibre');
  await page.getByText('Also by provider').click();
  await expect(page.getByRole('region', { name: 'Table of areas by provider' })).toContainText('Early Fibre');
  await expect(page.getByText(/^The (figures|map of this version) (are|is) /)).toHaveCount(0);
  await expect(page.getByRole('application', { name: /^Map of/ })).toBeVisible();
  await expect(map.getByText(behind)).toBeHidden();
  await expect(map.locator('img.leaflet-tile-loaded[src*="/tiles/1/"]').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('a version that waits while another is published is rebuilt and published in one step, and says why', async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const made = (provider: string) => {
    const path = testFile('overtaken.geojson', coverage(provider, 3));
    return watea<{ version: number; base: number }>(base, 'coverage', 'import', path, '--new-provider', '--add');
  };
  const [mine, theirs] = [made('Mine'), made('Theirs')];
  await signInByCookie(page, base, 'overtaken@watea.example', 'editor');
  const errors = listenForErrors(page);
  await page.goto(`/admin/coverage/versions/${theirs.version}`);
  await page.getByRole('button', { name: `Publish version ${theirs.version}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  await page.goto(`/admin/coverage/versions/${mine.version}`);
  const reason = `Version ${mine.version} was made on version ${mine.base}, but version ${theirs.version} has been published since.`;
  await expect(page.getByText(reason).first()).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: `Rebuild and publish version ${mine.version}` }).click();
  await expect(page.getByRole('dialog')).toContainText(reason);
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild and publish' }).click();
  await expect(page.getByText(`is published. It has the changes of version ${mine.version}.`)).toBeVisible();
  await page.getByRole('link', { name: /^Open version/ }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.getByText('1 layer added or removed').click();
  await expect(page.getByRole('region', { name: 'Table of layers', exact: true })).toContainText('Mine');
  await page.getByText(/^\d+ layers? kept from before$/).click();
  await expect(page.getByRole('region', { name: 'Table of kept layers' })).toContainText('Theirs');
  expect(errors).toEqual([]);
});
