import { expect, test } from 'vitest';
import { placeDetail } from './place-kinds.ts';

test.each([
  ['Town', 'Tāone'],
  ['Locality, near Thames', 'Takiwā, e tata ana ki Thames'],
  ['Suburb, Lower Hutt', 'Tapa tāone, Lower Hutt'],
  ['Stream (former name), near Nelson', 'Kōawa (ingoa o mua), e tata ana ki Nelson'],
  ['Scenic reserve', 'Whenua rāhui mātakitaki'],
  ['Street, numbers 1 to 280', 'Tiriti, tau 1 ki te 280'],
  ['Street, number 12', 'Tiriti, tau 12'],
  ['Corner', 'Kokonga'],
  ['Guyot', 'Guyot'],
  ['Reserve (non-CPA), near Taupō', 'Reserve (non-CPA), near Taupō'],
  ['Constructor', 'Constructor'],
  ['', ''],
])('%s is as listed in English, and in te reo Māori %s', (detail, inMaori) => {
  expect(placeDetail('en', detail)).toBe(detail);
  expect(placeDetail('mi', detail)).toBe(inMaori);
});
