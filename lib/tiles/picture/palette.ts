import { type Pattern, patterns } from './texture.ts';

/**
 * Colours of technologies in the order they are given out. They were sought by computer: with each of the three colour
 * blindnesses at its full strength all stay apart, and each stands out from the map's land in light and in dark (the
 * test beside this says by how much).
 */
export const colours = ['#3f64f9', '#b67a09', '#d307ad', '#17af94', '#747744', '#a28ff1'] as const;

/** The colour of a technology that was given none. */
export function defaultColour(setId: number): string {
  return colours[(setId - 1) % colours.length] ?? colours[0];
}

/** The pattern of a technology: what tells it from another one without any colour. */
export function patternOf(setId: number): Pattern {
  return patterns[(setId - 1) % patterns.length] ?? patterns[0];
}
