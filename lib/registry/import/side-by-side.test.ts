import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

const list = fc
  .uniqueArray(fc.stringMatching(/^[a-c-]{1,3}\.nz$/), { maxLength: 12 })
  .map((names) => names.sort().map((name) => ({ name })));

test('every name of two lists appears once, in order, with the row of each list', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      const names = [...new Set([...left, ...right].map(({ name }) => name))].sort();
      const rowOf = (rows: readonly { name: string }[], name: string) => rows.find((row) => row.name === name);
      expect([...sideBySide(left, right)]).toEqual(
        names.map((name) => ({ name, left: rowOf(left, name), right: rowOf(right, name) })),
      );
    }),
  );
});
