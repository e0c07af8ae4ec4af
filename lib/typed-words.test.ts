import { expect, test } from 'vitest';
import { hasTypedWords } from './typed-words.ts';

test.each<[text: string, typed: string, expected: boolean]>([
  ['Backups', 'backup', true],
  ['Last backup', 'backups', true],
  ['BACKUP_DIR', 'backup dir', true],
  ['BACKUP_DIR', 'BACKUP_DIR', true],
  ['Street map and places', 'map of the street', false],
  ['Street map and places', 'map street', true],
  ['Māori names', 'maori', true],
  ['DNS', 'dn', true],
  ['DN', 'dns', false],
  ['Audit log', '', false],
  ['Audit log', ' – ', false],
])('in %s, %s is found: %s', (text, typed, expected) => {
  expect(hasTypedWords(text, typed)).toBe(expected);
});
