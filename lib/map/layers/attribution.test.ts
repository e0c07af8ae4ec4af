import { expect, test } from 'vitest';
import { parseAttribution } from './attribution.ts';

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
