import { describe, expect, test } from 'vitest';
import { queryDatabase } from './read-database.ts';
import { type ActionName, callAction, emailOf, ownOrigin } from './staff-action.ts';

/** A write of a staff screen: its page, its values, and the row that it leaves in the audit log. */
export interface StaffWrite {
  readonly page: string;
  readonly action: ActionName;
  /** A function where they depend on the results of other tests. */
  readonly values: readonly unknown[] | (() => readonly unknown[]);
  readonly recorded: readonly [action: string, subject: string | RegExp];
}

/** A server with staff screens, and the cookies of an editor and a viewer. */
export interface WriteScene {
  readonly port: number;
  readonly databaseFile: string;
  readonly editor: string;
  readonly viewer: string;
}

/** The rows of the audit log, oldest first. */
export const auditRows = (databaseFile: string) =>
  queryDatabase(databaseFile, 'SELECT action, subject, who, address FROM audit_entry ORDER BY id');

/**
 * Tests every write of editors: refused without a session, by a viewer, from another Origin and without
 * one, each time without a trace; accepted from an editor, and recorded.
 */
export function describeWritesOfEditors(writes: readonly StaffWrite[], scene: () => WriteScene): void {
  describe.each(writes)('$action.name', (write) => {
    test.each([
      ['without a session', () => undefined, ownOrigin, 401],
      ['by a viewer', () => scene().viewer, ownOrigin, 403],
      ['from a foreign Origin', () => scene().editor, 'https://evil.example', 403],
      ['without an Origin', () => scene().editor, undefined, 403],
    ])('is refused %s, and changes nothing', async (_how, cookieOf, origin, status) => {
      const { port, databaseFile } = scene();
      const before = auditRows(databaseFile);
      const answer = await callAction(port, { ...write, values: valuesOf(write), cookie: cookieOf(), origin });
      expect(answer).toMatchObject({ ok: false, status });
      expect(auditRows(databaseFile)).toEqual(before);
    });

    test('is accepted from an editor, and recorded in the audit log', async () => {
      const { port, databaseFile, editor } = scene();
      const [action, subject] = write.recorded;
      const before = auditRows(databaseFile).length;
      const answer = await callAction(port, { ...write, values: valuesOf(write), cookie: editor, origin: ownOrigin });
      expect(answer).toMatchObject({ ok: true });
      expect(auditRows(databaseFile).slice(before)).toContainEqual({
        ...{ action, who: emailOf('editor'), address: '127.0.0.1' },
        subject: typeof subject === 'string' ? subject : expect.stringMatching(subject),
      });
    });
  });
}

const valuesOf = ({ values }: StaffWrite) => (typeof values === 'function' ? values() : values);
