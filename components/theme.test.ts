import { describe, expect, test } from 'vitest';
import { dark, light, type Palette, themeCss } from './theme.ts';

test('app/tokens.css matches the output of the theme', async () => {
  await expect(themeCss()).toMatchFileSnapshot('../app/tokens.css');
});

type Pair = readonly [keyof Palette, keyof Palette];

const texts: Pair[] = [
  ['ink', 'ground'],
  ['ink', 'surface'],
  ['ink', 'surfaceQuiet'],
  ['inkQuiet', 'ground'],
  ['inkQuiet', 'surface'],
  ['inkQuiet', 'surfaceQuiet'],
  ['accent', 'ground'],
  ['accent', 'surface'],
  ['accent', 'surfaceQuiet'],
  ['accentStrong', 'accentQuiet'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentStrong'],
  ['available', 'availableQuiet'],
  ['underway', 'underwayQuiet'],
  ['planned', 'plannedQuiet'],
  ['caution', 'cautionQuiet'],
  ['fault', 'faultQuiet'],
  ['fault', 'surface'],
  ['ink', 'land'],
  ['seaInk', 'sea'],
  ['seaInk', 'land'],
];

const edges: Pair[] = [
  ['lineStrong', 'surface'],
  ['lineStrong', 'surfaceQuiet'],
  ['accent', 'land'],
  ['accent', 'sea'],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('WCAG 2.2 contrast, %s', (_name, palette) => {
  test.each(texts)('%s on %s is readable (4.5 to 1)', (text, behind) => {
    expect(contrast(palette[text], palette[behind])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edges)('%s on %s is visible (3 to 1)', (edge, behind) => {
    expect(contrast(palette[edge], palette[behind])).toBeGreaterThanOrEqual(3);
  });
});

test('contrast follows the definition of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
});

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
