import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { colours, defaultColour, patternOf } from './palette.ts';
import { parseColour } from './png.ts';

type Three = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1.0: simulation matrices for linear sRGB. */
const sights: Readonly<Record<string, readonly Three[]>> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(colour: string): Three {
  const [red, green, blue] = parseColour(colour).map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [red ?? 0, green ?? 0, blue ?? 0];
}

const luminance = ([red, green, blue]: Three) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** CIE L*a*b*, D65. */
function lab(colour: Three): Three {
  const [red, green, blue] = colour.map((value) => Math.min(1, Math.max(0, value))) as unknown as Three;
  const root = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  const x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = root(luminance([red, green, blue]));
  const z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seenAs(colour: string, sight: readonly Three[]): Three {
  const [red, green, blue] = linear(colour);
  return lab(sight.map(([r, g, b]) => r * red + g * green + b * blue) as unknown as Three);
}

describe.each(Object.entries(sights))('with %s', (_name, sight) => {
  const pairs = colours.flatMap((one, place) => colours.slice(place + 1).map((other) => [one, other] as const));

  // 2.3 is the smallest noticeable difference; at 20 colours are clearly different
  test.each(pairs)('%s and %s differ by 24 or more (CIE 1976)', (one, other) => {
    const [a, b] = [seenAs(one, sight), seenAs(other, sight)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(24);
  });
});

const tokens = readFileSync(`${import.meta.dirname}/../../../app/tokens.css`, 'utf8');

test.each(colours)('%s contrasts with the land of the map, 2.5 to 1, in light and dark mode', (colour) => {
  const lands = [...tokens.matchAll(/--color-land: (#[0-9a-f]{6})/g)].map(([, land = '']) => land);
  expect(lands).toHaveLength(2);
  for (const land of lands) {
    const [one, other] = [luminance(linear(colour)) + 0.05, luminance(linear(land)) + 0.05];
    expect(Math.max(one, other) / Math.min(one, other)).toBeGreaterThan(2.5);
  }
});

/** How strongly the map draws the ground of an area with its pattern when nothing was chosen, a share of full opacity. */
const softly = 0.34;

/** The land and the sea of the map, in light and dark mode. */
const grounds = [...tokens.matchAll(/--color-(?:land|sea): (#[0-9a-f]{6})/g)].map(([, ground = '']) => ground);
/** By day the pale colours come close to the white land, but for their patterns; at night there is room. */
const leastDifference = (ground: string) => (luminance(linear(ground)) > 0.5 ? 8.5 : 12.5);

test.each(colours)('%s differs from land and sea as it is drawn, in each kind of vision', (colour) => {
  expect(grounds).toHaveLength(4);
  for (const ground of grounds) {
    const drawn = parseColour(ground).map((byte, at) =>
      Math.round(byte * (1 - softly) + (parseColour(colour)[at] ?? 0) * softly),
    );
    const written = `#${drawn.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    for (const sight of Object.values(sights)) {
      const [a, b] = [seenAs(ground, sight), seenAs(written, sight)];
      const difference = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      expect(difference, ground).toBeGreaterThan(leastDifference(ground));
    }
  }
});

test('six technologies have different colours and patterns; the seventh starts again', () => {
  const six = [1, 2, 3, 4, 5, 6];
  expect(new Set(six.map(defaultColour)).size).toBe(6);
  expect(new Set(six.map(patternOf)).size).toBe(6);
  expect([defaultColour(7), patternOf(7)]).toEqual([defaultColour(1), patternOf(1)]);
});
