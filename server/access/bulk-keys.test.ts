import { expect, test } from 'vitest';
import { type BulkRequest, bulkKeys, setUpWorkerBulkKeys } from './bulk-keys.ts';

test('a worker whose primary has died decides by the bulk requests that it has itself', async () => {
  const sent: BulkRequest[] = [];
  const own = setUpWorkerBulkKeys((request) => void sent.push(request));
  const granted = bulkKeys().begin('key:1');
  own.receive(1, true);
  expect(await granted).toBe(true);

  const [again, other] = [bulkKeys().begin('key:1'), bulkKeys().begin('key:2')];
  own.decideAlone();
  expect(await Promise.all([again, other])).toEqual([false, true]);
  expect(bulkKeys().begin('key:2')).toBe(false);
  bulkKeys().end('key:1');
  expect(bulkKeys().begin('key:1')).toBe(true);
  expect(sent.map(({ kind }) => kind)).toEqual(['bulk begins', 'bulk begins', 'bulk begins']);
});
