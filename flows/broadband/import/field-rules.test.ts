import { expect, test } from 'vitest';
import { fieldChoicesOf, noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { fieldRules } from './field-rules.ts';

test.each<[title: string, constants: Record<string, number | string>, words: string]>([
  [
    'the lowest above the highest',
    { bandwidth_min_mbps: 900, bandwidth_max_mbps: 100 },
    'bandwidth_min_mbps 900 is above bandwidth_max_mbps 100.',
  ],
  [
    'of the upload',
    { bandwidth_up_min_mbps: 500, bandwidth_up_max_mbps: '20' },
    'bandwidth_up_min_mbps 500 is above bandwidth_up_max_mbps 20.',
  ],
  ['a negative one', { bandwidth_min_mbps: -5 }, 'bandwidth_min_mbps: -5 is negative.'],
  [
    'kilobits',
    { bandwidth_max_mbps: 950_000 },
    'bandwidth_max_mbps: 950000 is more than 100000 Mbps. Check whether it is in kbps.',
  ],
  [
    'a mark between thousands',
    { bandwidth_max_mbps: '1.000' },
    'bandwidth_max_mbps: "1.000" may be 1 or 1000: write the one that is meant, without three decimals.',
  ],
])('speeds for the whole file that cannot be are refused once, before the file is read: %s', (_, constants, words) => {
  const { db } = freshDatabase().writer;
  const { reason } = refusalOf(() => fieldRules(db, new Map(), fieldChoicesOf({ ...noChoices, constants }), true));
  expect(wordsOf(reason)).toBe(words);
});
