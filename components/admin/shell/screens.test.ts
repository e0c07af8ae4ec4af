import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from './screens.ts';

test.each(screens)('the navigation lists only screens that exist: $path', ({ path }) => {
  expect(existsSync(`${import.meta.dirname}/../../../app${path}/page.tsx`)).toBe(true);
});
