import { describe, expect, test } from 'vitest';
import { statisticsMessages } from './words.ts';

const { en, mi } = statisticsMessages;
const keys = Object.keys(en) as (keyof typeof en)[];
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('the messages of the pages of figures', () => {
  test.each(keys)('%s has the same placeholders in both languages, in composed letters', (key) => {
    expect(namesIn(mi[key])).toEqual(namesIn(en[key]));
    for (const text of [en[key], mi[key]]) expect(text).toBe(text.normalize('NFC').trim());
  });
});
