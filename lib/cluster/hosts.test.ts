import { expect, test } from 'vitest';
import { serversOf } from './hosts.ts';

test.each([
  ['postgres://one/db', ['postgres://one/db']],
  [
    'postgres://u:p%40@one:5432,two:5433/db?sslmode=verify-full',
    ['postgres://u:p%40@one:5432/db?sslmode=verify-full', 'postgres://u:p%40@two:5433/db?sslmode=verify-full'],
  ],
  ['postgresql://u@[::1]:1,two', ['postgresql://u@[::1]:1', 'postgresql://u@two']],
])('%s names its servers', (urls, servers) => {
  expect(serversOf(urls)).toEqual(servers);
});

test.each(['', 'https://one/db', 'postgres://', 'postgres:///db'])('"%s" names none', (urls) => {
  expect(() => serversOf(urls)).toThrow(TypeError);
});
