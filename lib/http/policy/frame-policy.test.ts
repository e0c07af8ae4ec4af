import { expect, test } from 'vitest';
import { mayBeFramed } from './frame-policy.ts';

test.each(['/embed', '/embed?lang=mi', '/embed/-41.28/174.77', '/embed/-41.28/174.77?address=a/b'])(
  '%s may be framed by every site',
  (url) => {
    expect(mayBeFramed(url)).toBe(true);
  },
);

test.each([
  '/',
  '/?embed',
  '/embedded',
  '/embed/',
  '/embed/../admin',
  '/embed/%2e%2e/admin/login',
  '/availability/-41.28/174.77',
  '/availability/-41.28/174.77?x=/embed',
  '/admin',
  '/admin/embed',
  '/EMBED',
])('%s may not be framed', (url) => {
  expect(mayBeFramed(url)).toBe(false);
});
