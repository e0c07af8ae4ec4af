import { expect, test } from 'vitest';
import { apiRequestOf } from './api-request.ts';

test.each([
  ['http://localhost/kea?a=/b', '/kea', 'a=/b'],
  ['http://localhost/', '/', ''],
  ['http://localhost:3000/kea/%2F/x', '/kea/%2F/x', ''],
  ['http://localhost/kea??', '/kea', '?'],
])('the path of %s is %s and its query %s, not decoded', (url, path, query) => {
  expect(apiRequestOf(new Request(url))).toMatchObject({ method: 'GET', path, query });
});
