import { expect, test } from 'vitest';
import { diskRemarkWords } from './readiness.ts';

test('a disk that runs full is reported with its folder and what is free', () => {
  const words = diskRemarkWords({ code: 'disk-low', folder: '/data', freeBytes: 2e9, diskBytes: 100e9 });
  expect(words.replaceAll('\u00a0', ' ')).toBe(
    'Low disk: /data has 2 GB of 100 GB free (2 %). Make room before changes are refused.',
  );
});

test('a disk that became read-only is reported with what to do', () => {
  expect(diskRemarkWords({ code: 'disk-read-only', folder: '/data' })).toBe(
    'Read-only disk: /data cannot be written, so changes are refused. Make it writable.',
  );
});
