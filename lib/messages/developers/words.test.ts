import { describe, expect, test } from 'vitest';
import { linkLifetimes, mostLinksOfAddress } from '#lib/access/requests.ts';
import { developerWords, fill } from './words.ts';

const { en, mi } = developerWords;
const keys = Object.keys(en) as (keyof typeof en)[];
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('the messages of the pages for developers', () => {
  test.each(keys)('%s has the same placeholders in both languages, in composed letters', (key) => {
    expect(namesIn(mi[key])).toEqual(namesIn(en[key]));
    for (const text of [en[key], mi[key]]) expect(text).toBe(text.normalize('NFC').trim());
    // English articles need no note that they are in English
    expect(mi[key] === '' || (en[key] === '' && key !== 'english')).toBe(false);
  });

  test('say how long links work', () => {
    const hours = linkLifetimes.confirm / 3_600_000;
    for (const words of [en, mi])
      for (const key of ['sentText', 'sentWithoutMail'] as const) expect(words[key]).toContain(`${hours}`);
    expect([linkLifetimes['sign-in'], mostLinksOfAddress]).toEqual([3_600_000, 5]);
  });

  test('are filled in, and values are not interpreted', () => {
    expect(fill('a {name} {other}', { name: '$& {other}' })).toBe('a $& {other} {other}');
  });
});
