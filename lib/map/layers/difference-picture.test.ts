import { expect, test } from 'vitest';
import { type Colour, paintDifference, parseColour } from './difference-picture.ts';

const side = 16;
const colours = { gained: [1, 0, 0], lost: [2, 0, 0], altered: [3, 0, 0], unchanged: [4, 0, 0] } as const;

/** A picture in which all columns from `from` until before `until` are covered. */
function columns(from: number, until: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at++) if (at % side >= from && at % side < until) pixels[at * 4 + 3] = 20;
  return pixels;
}

function painted(before: Uint8ClampedArray | undefined, after: Uint8ClampedArray | undefined, altered = [none]) {
  const into = new Uint8ClampedArray(side * side * 4);
  paintDifference({ before, after, side, density: 1, altered, colours, isOverview: false }, into);
  return into;
}
const none = { left: 0, top: 0, right: 0, bottom: 0 };
const kindsOfRow = (pixels: Uint8ClampedArray, y: number) =>
  Array.from({ length: side }, (_, x) => pixels[(y * side + x) * 4]).join('');

test('gained, lost and unchanged pixels differ', () => {
  const pixels = painted(columns(2, 8), columns(6, 12));
  expect(kindsOfRow(pixels, 5)).toBe('0022224411110000');
});

test('unchanged pixels inside a rectangle of changed offers differ, and none outside it', () => {
  const altered = [{ left: 3.5, top: -20, right: 9.2, bottom: 2 }];
  const pixels = painted(columns(2, 12), columns(2, 14), altered);
  expect([0, 1, 2].map((y) => kindsOfRow(pixels, y))).toEqual([
    '0043333333441100',
    '0043333333441100',
    '0044444444441100',
  ]);
});

test('a missing image counts as empty', () => {
  expect(kindsOfRow(painted(undefined, columns(0, 2)), 0)).toBe('1100000000000000');
  expect(kindsOfRow(painted(columns(0, 2), undefined), 0)).toBe('2200000000000000');
  expect(painted(undefined, undefined).every((value) => value === 0)).toBe(true);
});

test('patterns differ without colour', () => {
  const whole = columns(0, side);
  const opacities = (pixels: Uint8ClampedArray) => pixels.filter((_, at) => at % 4 === 3).join();
  const everywhere = [{ left: 0, top: 0, right: side, bottom: side }];
  const forms = [
    painted(undefined, whole),
    painted(whole, undefined),
    painted(whole, whole),
    painted(whole, whole, everywhere),
  ];
  expect(new Set(forms.map(opacities)).size).toBe(4);
});

test('an overview paints changes more strongly than the rest', () => {
  const into = new Uint8ClampedArray(side * side * 4);
  const [before, after] = [columns(0, 4), columns(2, 6)];
  paintDifference({ before, after, side, density: 1, altered: [], colours, isOverview: true }, into);
  const opacityOf = (x: number) => Math.min(...[0, 3, 6].map((y) => into[(y * side + x) * 4 + 3] ?? 0));
  expect([opacityOf(1), opacityOf(5)].every((opacity) => opacity > opacityOf(3))).toBe(true);
});

test('colours are parsed as style sheets write them', () => {
  expect(parseColour(' #1f4C8c')).toEqual([31, 76, 140] satisfies Colour);
  expect(parseColour('red')).toEqual([0, 0, 0]);
});
