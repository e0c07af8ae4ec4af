import { expect, test } from 'vitest';
import { parseAttribution, tileOrigins } from './street-map.ts';

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png?key=1', ['https://tiles.example']],
  [
    'https://{s}.tiles.example:8443/{z}/{x}/{y}{r}.png',
    ['https://a.tiles.example:8443', 'https://b.tiles.example:8443', 'https://c.tiles.example:8443'],
  ],
  ['http://192.168.1.9:8080/{s}/{z}/{x}/{y}.png', ['http://192.168.1.9:8080']],
])('%s comes from %j', (url, origins) => expect(tileOrigins(url)).toEqual(origins));

test.each([
  ['Land Information New Zealand', [{ text: 'Land Information New Zealand', href: undefined }]],
  [
    '&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
    [
      { text: '© ', href: undefined },
      { text: 'OpenStreetMap', href: 'https://www.openstreetmap.org/copyright' },
      { text: ' contributors', href: undefined },
    ],
  ],
  ["<a rel=x href='http://a.example/?b=1'>A &amp; B</a>", [{ text: 'A & B', href: 'http://a.example/?b=1' }]],
  ['<a href="javascript:alert(1)">me</a><img onerror=x>', [{ text: 'me', href: undefined }]],
])('%s', (html, parts) => expect(parseAttribution(html)).toEqual(parts));
