import { expect, test } from 'vitest';
import { healthAddress } from './health-address.ts';

test.each([
  ['0.0.0.0', 'http://127.0.0.1:3000/healthz'],
  ['127.0.0.2', 'http://127.0.0.2:3000/healthz'],
  ['::', 'http://[::1]:3000/healthz'],
  ['::1', 'http://[::1]:3000/healthz'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000/healthz'],
  ['localhost', 'http://localhost:3000/healthz'],
])('a server on HOST=%s is asked for its health at %s', (host, address) => {
  expect(healthAddress(host, 3000)).toBe(address);
});
