import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** The letters of te reo Māori that the typeface's Latin file lacks. */
export const macrons = 'āēīōūĀĒĪŌŪ';

/** The file of the typeface's letters with macrons; `macrons.css` names it. */
export const macronsFile = new URL('../app/fonts/inter-macrons.woff2', import.meta.url);

/** The ten letters cut out of the typeface's file of 85 KB for extended Latin, in every weight, as WOFF 2. */
export function macronsFont(): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const source = resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2');
  return subsetFont(readFileSync(source), macrons, { targetFormat: 'woff2' });
}

if (import.meta.main) writeFileSync(macronsFile, await macronsFont());
