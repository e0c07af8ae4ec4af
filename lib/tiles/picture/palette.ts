import { type Pattern, patterns } from './texture.ts';

/**
 * Colours of technologies in the order in which they are assigned. They were found by a program: with each of the three
 * kinds of colour blindness at full strength all remain distinct, and each contrasts with the map's land and sea in light and
 * dark mode, also as softly as the map draws it (`palette.test.ts` has the margins).
 */
export const colours = ['#3f64f9', '#b67a09', '#d307ad', '#17af94', '#8a7a4c', '#a28ff1'] as const;

/** The colour of a technology without a chosen one. */
export function defaultColour(setId: number): string {
  return colours[(setId - 1) % colours.length] ?? colours[0];
}

/** The pattern of a technology, which distinguishes it without colour. */
export function patternOf(setId: number): Pattern {
  return patterns[(setId - 1) % patterns.length] ?? patterns[0];
}
