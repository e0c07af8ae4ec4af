import { expect, test } from 'vitest';
import { parseClusterUrl, serversOf } from './cluster-settings.ts';

test('an address has one or several hosts, with the usual port if none is given', () => {
  const parsed = parseClusterUrl('postgres://watea:p%40ss@db1.example:6432,db2.example,[2001:db8::1]:5433/log');
  expect(parsed).toMatchObject({ user: 'watea', password: 'p@ss', database: 'log' });
  expect(parsed?.hosts).toEqual([
    { host: 'db1.example', port: 6432 },
    { host: 'db2.example', port: 5432 },
    { host: '2001:db8::1', port: 5433 },
  ]);
  expect(parseClusterUrl('postgresql://watea@db/log')).toMatchObject({ password: undefined });
});

test('options of TLS are taken, and no others', () => {
  const parsed = parseClusterUrl('postgres://watea@db/log?sslmode=verify-full&sslrootcert=/etc/watea/ca.pem');
  expect(parsed?.options.get('sslmode')).toBe('verify-full');
  expect(parsed?.options.get('sslrootcert')).toBe('/etc/watea/ca.pem');
  for (const query of ['sslmode=prefer', 'sslmode=', 'ssl=true'])
    expect(parseClusterUrl(`postgres://watea@db/log?${query}`), query).toBeUndefined();
});

test.each([
  '',
  'postgres://db/log',
  'postgres://watea@/log',
  'postgres://watea@db',
  'postgres://watea@db/',
  'postgres://watea@db:0/log',
  'postgres://watea@db:65536/log',
  'postgres://watea@db1,,db2/log',
  'postgres://watea@db:x/log',
  'postgres://watea:%@db/log',
  'postgres://watea@db/log/more',
  'https://watea@db/log',
  ' postgres://watea@db/log',
])('%j is no address of PostgreSQL', (text) => {
  expect(parseClusterUrl(text)).toBeUndefined();
});

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
