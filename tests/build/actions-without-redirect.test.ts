import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
  /^'use server';/m.test(readFileSync(join(root, file), 'utf8')),
);

// after one, Next asks its own server for the page; the client goes where an outcome says instead
test('no Server Action redirects', () => {
  expect(files.length).toBeGreaterThan(10);
  const redirecting = files.filter((file) =>
    /\b(?:redirect|permanentRedirect|requireStaff)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(redirecting).toEqual([]);
});
