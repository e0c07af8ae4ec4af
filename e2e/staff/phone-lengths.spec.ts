import { insertRequest } from '#db/access/requests/requests.ts';
import { changeDatabase } from '#e2e/support/change-database.ts';
import { testFile } from '#e2e/support/coverage.ts';
import { expect, test } from '#e2e/support/journey.ts';
import { addAlarm } from '#e2e/support/outbox.ts';
import { signInByCookie, watea } from '#e2e/support/staff.ts';

/** A phone. What one looks for is within three of its screens, or behind a button. */
const screen = { width: 390, height: 844 };
const screens = [
  '/admin',
  '/admin/register',
  '/admin/register/lists',
  '/admin/register/feeds',
  '/admin/register/releases',
  '/admin/registrars',
  '/admin/users',
  '/admin/users/keys',
  '/admin/requests',
  '/admin/reports',
  '/admin/providers',
  '/admin/technologies',
  '/admin/coverage',
  '/admin/coverage/versions/1',
  '/admin/usage',
  '/admin/audit',
  '/admin/jobs',
  '/admin/outbox',
  '/admin/staff',
  '/admin/base-map',
  '/admin/statistics',
  '/admin/open-data',
  '/admin/settings',
];
const rows = Array.from({ length: 60 }, (_, at) => at);

test('each screen of a busy installation is at most three screens of a phone long', async ({
  page,
  request,
  origin,
}) => {
  test.slow();
  const networks = rows.map((at) => `192.0.${at}.0/24,Registrar ${at},Office ${at}`);
  const allowed = testFile('networks.csv', ['network,registrar,note', ...networks, ''].join('\n'));
  watea(origin, 'allow', 'import', allowed, '--new-registrar');
  const keys = rows.map(
    (at) => `person-${at}@isp.example,${`Key${String(at).padStart(3, '0')}`.repeat(7).slice(0, 40)},Map ${at},`,
  );
  watea(origin, 'keys', 'import', testFile('keys.csv', ['user,key,label,expires', ...keys, ''].join('\n')));
  const listed = rows.map((at) => `kept-${at}.nz,Reserved,For later`);
  watea(origin, 'register', 'reserve', testFile('listed.csv', ['domain,status,reason', ...listed, ''].join('\n')));
  await addAlarm('register inbox', { code: 'inbox-unusable', folder: '/srv/in', message: 'no such folder' });
  for (const at of rows.slice(0, 30))
    await request.get('/1.0/availability?string=a', { headers: { 'X-Forwarded-For': `198.51.100.${at + 100}` } });
  await changeDatabase(({ db }) => {
    const asked = { kind: 'key', name: 'Kim', organisation: 'Example Ltd', purpose: 'A map of offers' } as const;
    for (const at of rows)
      insertRequest(db, {
        ...asked,
        email: `kim-${at}@example.nz`,
        networks: '',
        state: 'open',
        createdAt: Date.now(),
      });
  });
  await signInByCookie(page, origin, 'phone@watea.example', 'admin');
  await page.setViewportSize(screen);
  const long: string[] = [];
  for (const address of screens) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > 3 * screen.height) long.push(`${address}: ${height}`);
  }
  expect(long).toEqual([]);
});

test('on a phone each part of a value is beside its title', async ({ page, origin }) => {
  await signInByCookie(page, origin, 'parts@watea.example', 'admin');
  await page.setViewportSize(screen);
  await page.goto('/admin/coverage/versions/1');
  await page.getByRole('button', { name: 'Show places, points, layers and the file' }).click();
  const parts = page.locator('td[data-title="After"] > div');
  await expect(parts.first()).toBeVisible();
  const lefts = await parts.evaluateAll((found) => found.map((part) => part.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(2);
  expect(new Set(lefts).size).toBe(1);
});
