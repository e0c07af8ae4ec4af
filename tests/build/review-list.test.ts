import { expect, test } from 'vitest';
import { messagesOf } from '#lib/messages/catalogue.ts';
import { reviewPage } from '#scripts/review-list.ts';

test('the list for a speaker has every text in te reo Māori, with its English and a place where it appears', () => {
  const rows = reviewPage().match(/<tr><td>.*<\/tr>/g) ?? [];
  expect(rows).toHaveLength(Object.keys(messagesOf.mi).length);
  const cells = rows.map((row) => row.match(/<td>.*?<\/td>/g) ?? []);
  expect(cells.filter(([key, english, maori, where]) => [key, english, maori, where].includes('<td></td>'))).toEqual(
    [],
  );
});
