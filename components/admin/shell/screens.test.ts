import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { overview, screenGroups } from './screens.ts';

const screens = [overview, ...screenGroups.flatMap((group) => group.screens)];

test.each(screens)('the navigation lists only screens that exist: $path', ({ path }) => {
  expect(existsSync(`${import.meta.dirname}/../../../app${path}/page.tsx`)).toBe(true);
});
