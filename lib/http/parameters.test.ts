import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readParameters } from './parameters.ts';

describe('B4: parameters are read from the raw query', () => {
  test.each([
    ['', []],
    ['string=watea', [['string', 'watea']]],
    [
      'domains[]=a.nz&domains%5B%5D=b.nz',
      [
        ['domains[]', 'a.nz'],
        ['domains[]', 'b.nz'],
      ],
    ],
    [
      'a=1&a=2&__proto__=x&constructor=y',
      [
        ['a', '1'],
        ['a', '2'],
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    ],
    [
      'nxtPpath=1&_rsc=2',
      [
        ['nxtPpath', '1'],
        ['_rsc', '2'],
      ],
    ],
    ['a', [['a', '']]],
    ['=b', [['', 'b']]],
    ['&&a=1&', [['a', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=x+y%2Bz', [['a', 'x y+z']]],
    ['string=m%C4%81ori', [['string', 'māori']]],
    ['a?b=c', [['a?b', 'c']]],
  ])('%s', (raw, parameters) => {
    expect(readParameters(raw)).toEqual(parameters);
  });

  test('parsing agrees with URLSearchParams on everything that URLSearchParams writes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))), (given) => {
        const raw = new URLSearchParams(given).toString();
        expect(readParameters(raw)).toEqual([...new URLSearchParams(raw)]);
      }),
    );
  });
});
