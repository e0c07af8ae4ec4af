import { describe, expect, test } from 'vitest';
import { openDataMessages } from './open-data/words.ts';
import { statisticsMessages } from './statistics/words.ts';

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe.each([
  ['figures', statisticsMessages],
  ['open data', openDataMessages],
] as const)('the messages of the pages of %s', (_, messages) => {
  const [en, mi] = [messages.en, messages.mi] as const;
  test.each(Object.entries<string>(en))(
    '%s has the same placeholders in both languages, in composed letters',
    (key, text) => {
      const other = (mi as Readonly<Record<string, string>>)[key] ?? '';
      expect(namesIn(other)).toEqual(namesIn(text));
      for (const each of [text, other]) expect(each).toBe(each.normalize('NFC').trim());
    },
  );
});
