import { expect, test } from 'vitest';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { noteWords } from './notes.ts';
import { lackingWords, usedDefaultWords } from './speeds.ts';

const [fibre, wireless] = [
  { provider: 'Kea Net', technology: 'Fibre', mbps: 950 },
  { provider: 'Kea Net', technology: 'Wireless', mbps: undefined },
];

test.each([
  [[], ''],
  [[wireless], ''],
  [[fibre], 'If left empty: 950 Mbps, the default of Kea Net for Fibre.'],
  [[fibre, wireless], 'If left empty, the defaults of Kea Net: Fibre 950 Mbps, Wireless none.'],
  [
    [fibre, { provider: 'Moa', technology: 'Fibre', mbps: 1200.5 }],
    'If left empty, the defaults of Kea Net: Fibre 950 Mbps; of Moa: Fibre 1,200.5 Mbps.',
  ],
])('a person sees which default is used (%#)', (defaults, sentence) => {
  expect(usedDefaultWords(defaults).replaceAll('\u00a0', ' ')).toBe(sentence);
});

test('a provider without a default for a technology is named with it', () => {
  const moa = { provider: 'Moa', technology: 'Wireless' };
  expect(lackingWords([wireless, { ...wireless, technology: 'Cable' }, moa])).toBe(
    'Kea Net has no default for Wireless, Cable; Moa has no default for Wireless',
  );
});

test('an import says which defaults it used, and for how many features', () => {
  const speeds = [
    { field: 'bandwidth_min_mbps', mbps: 100, features: 1 },
    { field: 'bandwidth_up_max_mbps', mbps: 500, features: 1200 },
  ] as const;
  const note = noteWords({ code: 'default-speeds', provider: 'Kea Net', technology: 'Fibre', speeds });
  expect(note.replaceAll('\u00a0', ' ')).toBe(
    'The default speeds of Kea Net for Fibre were used: lowest download speed 100 Mbps (1 feature), highest upload speed 500 Mbps (1,200 features).',
  );
});

test('speeds that contradict each other are said to be defaults', () => {
  const range = { low: 'bandwidth_min_mbps', lowest: 100, high: 'bandwidth_max_mbps', highest: 50 } as const;
  const words = (reason: Parameters<typeof reasonWords>[0]) => reasonWords(reason, noControls);
  expect(words({ code: 'speeds-reversed', ...range, defaults: ['bandwidth_min_mbps'] })).toBe(
    'bandwidth_min_mbps 100 (the provider’s default) is above bandwidth_max_mbps 50.',
  );
  expect(words({ code: 'default-speeds-reversed', technology: 'Fibre', ...range })).toBe(
    'Fibre: the lowest download speed, 100 Mbps, is above the highest, 50 Mbps.',
  );
});
