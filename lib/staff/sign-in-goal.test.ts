import { expect, test } from 'vitest';
import { goalHeader, goalIn } from './sign-in-goal.ts';

test.each([
  ['/admin/register/feeds/3', '/admin/register/feeds/3'],
  ['/admin/users/keys?state=expiring&sort=expires', '/admin/users/keys?state=expiring&sort=expires'],
  ['/admin?x=1', '/admin?x=1'],
  [undefined, '/admin'],
  ['', '/admin'],
  ['/', '/admin'],
  ['/administrator', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['https://evil.example/admin/x', '/admin'],
  ['/admin/../../evil', '/admin'],
  ['/admin/%2e%2e/evil', '/admin'],
  ['/admin/..//evil.example', '/admin'],
  ['/admin/a\r\nSet-Cookie: b', '/admin'],
  ['/admin/login', '/admin'],
  ['/admin/login/second-factor', '/admin'],
  [`/admin/${'a'.repeat(1000)}`, '/admin'],
])('whoever asked for %s goes to %s after signing in', (kept, goal) => {
  expect(goalIn(kept)).toBe(goal);
});

test('a page is kept for half an hour, where scripts and other sites cannot read it', () => {
  expect(goalHeader('/admin/jobs/3', 'https://watea.example')).toBe(
    '__Host-watea-goal=%2Fadmin%2Fjobs%2F3; Path=/; Max-Age=1800; HttpOnly; SameSite=lax; Secure',
  );
  expect(goalHeader('/admin/jobs/3', 'http://localhost:3000')).toMatch(/^watea-goal=.*SameSite=lax$/);
});
