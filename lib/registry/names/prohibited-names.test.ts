import { expect, test } from 'vitest';
import { parseName } from './name.ts';
import { getRuledStatus, prohibitedByRule } from './prohibited-names.ts';
import { suffixes } from './suffix.ts';

function statusOf(asked: string): string {
  const name = parseName(asked);
  return name.valid ? (getRuledStatus(name) ?? 'none') : 'invalid';
}

test.each([
  ['gov.nz', 'Prohibited'],
  ['GOVERNMENT.nz', 'Prohibited'],
  ['com.nz', 'Prohibited'],
  ['edu.nz', 'Prohibited'],
  ['nic.nz', 'Prohibited'],
  ['nic.co.nz', 'none'],
  ['gov.māori.nz', 'none'],
  ['nics.nz', 'none'],
  ['īwi.nz', 'Prohibited'],
  ['iwī.nz', 'Prohibited'],
  ['Ī\u0057ī.nz', 'Prohibited'],
  ['kīwi.nz', 'Prohibited'],
  ['schōōl.nz', 'Prohibited'],
  ['gōvt.nz', 'Prohibited'],
  ['pārlīāmēnt.nz', 'Prohibited'],
  ['maorī.nz', 'Prohibited'],
  ['māorī.nz', 'Prohibited'],
  ['māori.nz', 'invalid'],
  ['iwi.nz', 'invalid'],
  ['īwi.co.nz', 'none'],
  ['gōv.nz', 'none'],
  ['nīc.nz', 'none'],
  ['īwis.nz', 'none'],
  ['kōwhai.nz', 'none'],
])('directly below .nz, %s by the rules: %s', (asked, expected) => {
  expect(statusOf(asked)).toBe(expected);
});

test('every macron variant of every second-level label except māori is prohibited below .nz, in either form', () => {
  const macrons: Record<string, string> = { a: 'ā', e: 'ē', i: 'ī', o: 'ō', u: 'ū' };
  const variants = suffixes.slice(1).flatMap((suffix) => {
    let texts = [''];
    for (const letter of suffix.replace('.nz', '')) {
      texts = texts.flatMap((text) => [letter, macrons[letter] ?? ''].filter(Boolean).map((choice) => text + choice));
    }
    return texts.filter((text) => /[āēīōū]/.test(text) && text !== 'māori');
  });
  expect(variants.length).toBe(44);
  for (const variant of variants) {
    expect(`${variant} ${statusOf(`${variant}.nz`)}`).toBe(`${variant} Prohibited`);
    expect(statusOf(parseName(`${variant}.nz`).domain)).toBe('Prohibited');
  }
});

test('the list of prohibited labels for people has only prohibited labels, each once', () => {
  const { labels, macronVariants } = prohibitedByRule();
  expect(labels).toEqual(['gov', 'government', 'com', 'edu', 'nic']);
  expect(new Set(macronVariants).size).toBe(44);
  for (const label of [...labels, ...macronVariants]) expect(statusOf(`${label}.nz`)).toBe('Prohibited');
});
