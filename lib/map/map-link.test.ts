import { expect, test } from 'vitest';
import { isShortMapLink } from './map-link.ts';
import { parseTypedPoint } from './typed-point.ts';

const wellington = { latitude: -41.28, longitude: 174.77 };

test.each([
  'https://www.google.com/maps/@-41.28,174.77,15z',
  'https://www.google.co.nz/maps/place/Wellington/@-41.3,174.7,12z/data=!3m1!4b1!4m6!3m5!1s0x6d38!8m2!3d-41.28!4d174.77!16zL20',
  'https://www.google.com/maps/search/?api=1&query=-41.28%2C174.77',
  'https://www.google.com/maps?q=-41.28,174.77&z=14',
  'https://maps.google.com/?ll=-41.28,174.77',
  'https://www.google.com/maps/dir//-41.28,174.77/@-41.3,174.7,12z',
  'https://www.google.com/maps/search/-41.28,+174.77',
  'https://maps.apple.com/?ll=-41.28,174.77&q=Dropped%20Pin',
  'https://maps.apple.com/place?coordinate=-41.28,174.77&name=Home',
  'https://www.openstreetmap.org/#map=15/-41.28/174.77',
  'https://www.openstreetmap.org/?mlat=-41.28&mlon=174.77#map=12/-41.3/174.7',
  'openstreetmap.org/#map=15/-41.28/174.77&layers=N',
  'https://www.bing.com/maps?cp=-41.28~174.77&lvl=15',
  'https://broadband.example/availability/-41.28/174.77?address=Home',
  'Our house: https://maps.google.com/?q=-41.28,174.77 (blue gate)',
  'geo:-41.28,174.77;u=35',
  'geo:-41.28,174.77?z=15',
  'geo:0,0?q=-41.28,174.77(Home)',
  'geo:0,0?q=-41.28%2C174.77',
])('%s is a point', (text) => {
  expect(parseTypedPoint(text)).toEqual({ point: wellington, isSwapped: false });
});

test.each([
  'https://www.google.com/maps/place/Wellington',
  'https://example.com/',
  'https://maps.app.goo.gl/AbCdEf123',
  'https://www.google.com/maps?q=-95,174',
  'geo:0,0?q=Queen+Street',
])('%s is not a point', (text) => {
  expect(parseTypedPoint(text)).toBeUndefined();
});

test('a short link is recognised, because it does not say where it leads', () => {
  expect(isShortMapLink('https://maps.app.goo.gl/AbCdEf123')).toBe(true);
  expect(isShortMapLink('https://goo.gl/maps/AbC')).toBe(true);
  expect(isShortMapLink('https://www.google.com/maps/@-41.28,174.77,15z')).toBe(false);
  expect(isShortMapLink('Google Road')).toBe(false);
});
