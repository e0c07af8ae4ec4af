import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registerScreens } from './register-screens.ts';

test.each(registerScreens)('the navigation lists only screens that exist: $path', ({ path }) => {
  expect(existsSync(`${import.meta.dirname}/../..${path}/page.tsx`)).toBe(true);
});
