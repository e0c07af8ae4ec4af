import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestRevision } from '#db/audit/last-changes.ts';
import type { Authorship } from '#db/audit/record-change.ts';
import { insertAccount } from '#db/staff/accounts.ts';
import type { Fields } from '#lib/editing/merge-fields.ts';
import { Refusal } from '#lib/refusal.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { type EditableRecord, editableRecords, recordActs } from './editable-records.ts';

// Two people edit one record in forms that they opened at different times. The model below counts the changes of each
// field, and shares no code with the comparison of revisions and values.

const editors = ['ana@watea.example', 'ben@watea.example'] as const;
const byEditor = (editor: number, nowMs: number): Authorship => ({
  actor: { who: editors[editor] ?? '', address: null },
  nowMs,
});

const step = fc.oneof(
  fc.record({ do: fc.constant('open' as const), editor: fc.nat(1) }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('type' as const), editor: fc.nat(1), field: fc.nat(9), value: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('save' as const), editor: fc.nat(1) }) },
);

/** A field of the model: its value, how often it was changed, and by whom last. */
interface Cell {
  readonly value: unknown;
  readonly changes: number;
  readonly who: string;
}
type Cells = Readonly<Record<string, Cell>>;

interface Form {
  readonly revision: number;
  readonly fields: Fields;
  readonly cells: Cells;
  readonly typed: Record<string, unknown>;
}

const valuesOf = (cells: Cells) =>
  Object.fromEntries(Object.entries(cells).map(([field, { value }]) => [field, value]));
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const byField = <Conflict extends { readonly where: object }>(conflicts: readonly Conflict[]) =>
  conflicts.toSorted((one, other) => (JSON.stringify(one.where) < JSON.stringify(other.where) ? -1 : 1));

let made = 0;

test.each(Object.entries(editableRecords))('two editors of %s lose nothing unseen', async (_name, record) => {
  const { writer } = freshDatabase();
  insertAccount(writer.db, { email: 'admin@watea.example', role: 'admin' }, 1);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), (steps) => play(writer, record, steps)),
    { numRuns: tries(12, 600), seed: 20261123 },
  );
});

async function play(
  writer: ReturnType<typeof freshDatabase>['writer'],
  record: EditableRecord,
  steps: readonly { do: string; editor: number; field?: number; value?: number }[],
): Promise<void> {
  const number = ++made;
  let nowMs = 1_800_000_000_000;
  const key = await record.make(writer, byEditor(0, nowMs), number);
  const choices = record.values(number);
  const names = Object.keys(choices);
  let cells: Cells = Object.fromEntries(
    Object.entries(record.read(writer, key)).map(([field, value]) => [field, { value, changes: 0, who: '' }]),
  );
  const open = (): Form => ({
    revision: newestRevision(writer),
    fields: record.read(writer, key),
    cells,
    typed: {},
  });
  const forms = [open(), open()];

  for (const { do: what, editor, field = 0, value = 0 } of steps) {
    const form = forms[editor] ?? open();
    const name = names[field % names.length] ?? '';
    const options = choices[name] ?? [];
    if (what === 'open') forms[editor] = open();
    if (what === 'type') form.typed[name] = options[value % options.length];
    if (what !== 'save') continue;

    nowMs += 60_000;
    const wanted = Object.entries(form.typed).filter(([typed, given]) => !isEqual(given, form.fields[typed]));
    const fresh = wanted.filter(([typed, given]) => !isEqual(given, cells[typed]?.value));
    const conflicts = fresh.filter(([typed]) => cells[typed]?.changes !== form.cells[typed]?.changes);
    const before = newestRevision(writer);
    const given = { ...key, ...Object.fromEntries(wanted), seen: { revision: form.revision, fields: form.fields } };
    const outcome = await record.edit(writer, given, byEditor(editor, nowMs)).catch((fault: unknown) => fault);

    if (conflicts.length > 0) {
      // nothing is written, and each conflict has the value and the author of the other's change
      const { reason, faults } = outcome as Refusal;
      expect(reason).toMatchObject({ code: 'changed-meanwhile' });
      // a form shows each at its field: their order does not matter
      expect(byField(faults)).toEqual(
        byField(
          conflicts.map(([typed]) => ({
            where: { field: typed },
            reason: {
              code: 'field-changed-meanwhile',
              present: cells[typed]?.value,
              who: cells[typed]?.who,
              at: expect.any(Number),
            },
          })),
        ),
      );
      expect(newestRevision(writer)).toBe(before);
    } else {
      const who = editors[editor] ?? '';
      const changed = fresh.map(([typed, value]) => [typed, { value, changes: (cells[typed]?.changes ?? 0) + 1, who }]);
      cells = { ...cells, ...Object.fromEntries(changed) };
      expect(outcome).toMatchObject({ now: { fields: valuesOf(cells) } });
      expect(outcome).toHaveProperty('changed', expect.arrayContaining(fresh.map(([typed]) => typed)));
      expect(newestRevision(writer)).toBe(before + (fresh.length > 0 ? 1 : 0));
      forms[editor] = open();
    }
    expect(record.read(writer, key)).toEqual(valuesOf(cells));
  }
}

test.each(Object.entries(recordActs))('%s is refused if its record was changed meanwhile', async (_name, act) => {
  const { writer } = freshDatabase();
  insertAccount(writer.db, { email: 'admin@watea.example', role: 'admin' }, 1);
  const key = await act.make(writer, byEditor(0, 1), 1);
  const stale = { revision: newestRevision(writer) };
  await act.meanwhile(writer, key, byEditor(1, 2));
  const before = newestRevision(writer);
  const refused = await act.act(writer, key, stale, byEditor(0, 3)).catch((fault: unknown) => fault);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ reason: { code: 'changed-meanwhile', who: editors[1], at: 2 } });
  expect(newestRevision(writer)).toBe(before);
  await act.act(writer, key, { revision: before }, byEditor(0, 4));
});

test.each(Object.entries(recordActs))('%s is done if only the same person changed its record', async (_name, act) => {
  const { writer } = freshDatabase();
  insertAccount(writer.db, { email: 'admin@watea.example', role: 'admin' }, 1);
  const key = await act.make(writer, byEditor(0, 1), 1);
  const opened = { revision: newestRevision(writer) };
  await act.meanwhile(writer, key, byEditor(0, 2));
  await act.act(writer, key, opened, byEditor(0, 3));
});

test('a revision that does not exist yet is refused', async () => {
  const { writer } = freshDatabase();
  const key = await recordActs.revokeKey?.make(writer, byEditor(0, 1), 1);
  const revoke = recordActs.revokeKey?.act(writer, key ?? {}, { revision: 999 }, byEditor(0, 2));
  await expect(revoke).rejects.toMatchObject({ reason: { code: 'no-such-revision' } });
});

test('every change that the staff screens make to a record is in one of the two tables', () => {
  const root = `${import.meta.dirname}/../..`;
  const used = globSync('app/admin/**/actions.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    const aliases = new Map([...source.matchAll(/const \{ (\w+): (\w+) \}/g)].map(([, name, alias]) => [alias, name]));
    const edits = [...source.matchAll(/\bstaffEdit\([^;]*?(\w+),?\s*\);/g)];
    const acts = [...source.matchAll(/\bstaffAct\('\w+', (?:\w+\.)?(\w+)/g)];
    return [...edits, ...acts].map(([, name = '']) => aliases.get(name) ?? name);
  });
  expect([...new Set(used)].toSorted()).toEqual(
    [...Object.keys(editableRecords), ...Object.keys(recordActs)].toSorted(),
  );
});
