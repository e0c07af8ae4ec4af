import { expect, test } from 'vitest';
import type { Role } from './role.ts';
import { type Standing, writeRefusal } from './write-refusal.ts';

const baseUrl = 'https://watea.example';

test.each<[string, string | null, Standing, Role, Role, boolean, number | undefined]>([
  ['an editor’s write', baseUrl, 'full', 'editor', 'editor', false, undefined],
  ['an admin’s write', baseUrl, 'full', 'admin', 'editor', false, undefined],
  ['a viewer’s write', baseUrl, 'full', 'viewer', 'editor', false, 403],
  ['an editor’s write to what is the admins’', baseUrl, 'full', 'editor', 'admin', false, 403],
  ['no Origin', null, 'full', 'admin', 'viewer', false, 403],
  ['a foreign Origin', 'https://evil.example', 'full', 'admin', 'viewer', false, 403],
  ['the Origin of a sandbox', 'null', 'full', 'admin', 'viewer', false, 403],
  ['another port', `${baseUrl}:444`, 'full', 'admin', 'viewer', false, 403],
  ['another scheme', 'http://watea.example', 'full', 'admin', 'viewer', false, 403],
  ['a host that begins the same', `${baseUrl}.evil.example`, 'full', 'admin', 'viewer', false, 403],
  ['no session', baseUrl, 'none', 'admin', 'viewer', false, 401],
  ['a session that lacks the second factor', baseUrl, 'second-factor', 'admin', 'viewer', false, 401],
  ['a second factor still to be set up', baseUrl, 'enrol', 'admin', 'viewer', false, 403],
  ['setting it up', baseUrl, 'enrol', 'viewer', 'viewer', true, undefined],
  ['setting it up before the first step is whole', baseUrl, 'second-factor', 'viewer', 'viewer', true, 401],
])('%s', (_case, origin, standing, role, needed, mayEnrol, status) => {
  expect(writeRefusal({ origin, baseUrl, standing, role, needed, mayEnrol })?.status).toBe(status);
});
