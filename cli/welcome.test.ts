import { beforeAll, expect, test } from 'vitest';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { welcome } from './welcome.ts';

beforeAll(() => setProcessWide('settings', parseSettings({ BASE_URL: 'https://watea.example' })));

test('a server without demonstration data shows how to allow a registrar and issue a key', () => {
  const words = welcome(3000, { demonstration: false, firstAdmin: undefined }, {});
  expect(words).toContain('Wātea is running at https://watea.example/ (the map).');
  expect(words).toContain('allow add CIDR --registrar NAME');
  expect(words).toContain('api_key=<key>');
  expect(words).not.toContain('/admin');
});

test.each([
  ['by command' as const, 'at https://watea.example/admin run "npm run watea -- staff add EMAIL --role admin"'],
  [{ link: 'https://watea.example/admin/invitation#abc' }, '  https://watea.example/admin/invitation#abc\n'],
])('without a staff account it shows how to become the first administrator: %j', (firstAdmin, words) => {
  expect(welcome(3000, { demonstration: false, firstAdmin }, {})).toContain(words);
});

test('its commands have the settings that the server was given, so that they work in another shell', () => {
  const given = { PORT: '4600', DATABASE_URL: "file:./it's here.db", HOME: '/root', BASE_URL: '' };
  expect(welcome(4600, { demonstration: false, firstAdmin: 'by command' }, given)).toContain(
    `run "DATABASE_URL='file:./it'\\''s here.db' PORT=4600 npm run watea -- staff add EMAIL --role admin"`,
  );
});
