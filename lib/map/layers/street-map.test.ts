import { expect, test } from 'vitest';
import { tileOrigins } from './street-map.ts';

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png?key=1', ['https://tiles.example']],
  [
    'https://{s}.tiles.example:8443/{z}/{x}/{y}{r}.png',
    ['https://a.tiles.example:8443', 'https://b.tiles.example:8443', 'https://c.tiles.example:8443'],
  ],
  ['http://192.168.1.9:8080/{s}/{z}/{x}/{y}.png', ['http://192.168.1.9:8080']],
])('%s comes from %j', (url, origins) => expect(tileOrigins(url)).toEqual(origins));
