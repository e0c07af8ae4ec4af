import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { writeUsage } from '#db/usage/write-batches.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { Today } from './Today.tsx';

const nowMs = Date.parse('2026-11-20T13:30:00+13:00');
const figures = 5;

function markupOf({ reader }: Connections): string {
  const today = createElement(Today, { connection: reader, nowMs, mayAllow: false });
  return renderToStaticMarkup(createElement(MantineProvider, null, today));
}

test('on a quiet day each figure is a line: its name, which leads to its screen, and its number', () => {
  const markup = markupOf(freshDatabase());
  expect(markup.match(/<h3[^>]*><a /g)).toHaveLength(figures);
  expect(markup).not.toMatch(/<svg|Yesterday/);
});

test('on another day each figure has its line of the day, and the days before', async () => {
  const database = freshDatabase();
  await writeUsage(database.writer, [
    {
      quarterStartsAt: nowMs - 30 * 60_000,
      requests: [{ api: 'registry', accountId: 1, status: 200, count: 5 }],
      latencies: [],
      accountLatencies: [],
      callers: [],
      refused: [],
      keyUses: [],
    },
  ]);
  const markup = markupOf(database);
  expect(markup.match(/<svg/g)).toHaveLength(figures);
  expect(markup).toContain('aria-label="Registry requests by the hour today"');
  expect(markup).toContain('Yesterday 0, a week ago 0.');
});
