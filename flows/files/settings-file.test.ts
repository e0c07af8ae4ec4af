import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

function migrateIn(folder: string, environment: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, [resolve('watea.ts'), 'migrate'], {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...environment },
  });
}

function folderWith(name: string, text: string): string {
  const { path, remove } = makeFolder();
  onTestFinished(remove);
  writeFileSync(join(path, name), text);
  return path;
}

test('settings are read from .env; the environment and SETTINGS_FILE come first', () => {
  const folder = folderWith('.env', 'DATABASE_URL=file:./from-env-file.db\n');
  writeFileSync(join(folder, 'other'), 'DATABASE_URL=file:./from-other.db\n');
  migrateIn(folder, {});
  expect(existsSync(join(folder, 'from-env-file.db'))).toBe(true);
  migrateIn(folder, { DATABASE_URL: 'file:./from-environment.db' });
  expect(existsSync(join(folder, 'from-environment.db'))).toBe(true);
  migrateIn(folder, { SETTINGS_FILE: 'other' });
  expect(existsSync(join(folder, 'from-other.db'))).toBe(true);
});
