import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roles } from '#lib/staff/role.ts';
import { findScreens, screensOf } from './screens.ts';

const screens = roles.flatMap((role) => {
  const { first, groups } = screensOf(role);
  return [...first, ...groups.flatMap((group) => group.screens)].map(({ path }) => ({ role, path }));
});

test.each(screens)('the navigation of a $role lists only screens that exist: $path', ({ path }) => {
  expect(existsSync(`${import.meta.dirname}/../../../app${path}/page.tsx`)).toBe(true);
});

test('a provider’s person sees only the screens of their own network and their account', () => {
  const paths = screens.filter(({ role }) => role === 'provider').map(({ path }) => path);
  expect(paths.filter((path) => !/^\/admin\/(own|account)(\/|$)/.test(path))).toEqual([]);
  expect(paths).toContain('/admin/own/import');
});

test.each([
  ['backup', '/admin#backup'],
  ['backups', '/admin#backup'],
  ['restore', '/admin#backup'],
  ['settings', '/admin/settings'],
  ['environment variable', '/admin/settings'],
  ['alert', '/admin#problems'],
  ['alerts', '/admin#problems'],
  ['smtp', '/admin/outbox'],
  ['webhook', '/admin/outbox'],
  ['second factor', '/admin/staff'],
  ['2fa', '/admin/account'],
  ['street map', '/admin/base-map'],
  ['rate limit', '/admin/registrars'],
  ['rate limits', '/admin/users/keys'],
  ['api key', '/admin/users/keys'],
  ['Āudit', '/admin/audit'],
])('who types %s finds %s', (text, path) => {
  expect(findScreens('admin', text).map((screen) => screen.path)).toContain(path);
});
