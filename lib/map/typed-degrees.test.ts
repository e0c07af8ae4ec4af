import { expect, test } from 'vitest';
import { parseTypedDegrees } from './typed-degrees.ts';

test.each([
  ['-41.2866', -41.2866],
  ['  −41.2866 ', -41.2866],
  ['–41.2866°', -41.2866],
  ['+174.7756 °', 174.7756],
  ['174,7756', 174.7756],
  ['174.', 174],
  ['.5', 0.5],
  ['175', 175],
])('%j is read as %d', (text, degrees) => {
  expect(parseTypedDegrees('latitude', text)).toEqual({ ok: true, degrees });
});

test.each(['1e3', '0x1F', 'Wellington', '41 17 12', '-41.2866, 174.7756', '1.2.3', '--4', '-', '.', 'Infinity', '361'])(
  '%j is refused in words',
  (text) => {
    expect(parseTypedDegrees('longitude', text)).toEqual({
      ok: false,
      message: 'ask.longitude-wrong',
    });
  },
);

test.each(['', '   '])('an empty field (%j) asks for a number', (text) => {
  expect(parseTypedDegrees('latitude', text)).toEqual({
    ok: false,
    message: 'ask.latitude-missing',
  });
});
