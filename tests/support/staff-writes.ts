import { describe, expect, test } from 'vitest';
import { openReader } from '#db/client.ts';
import { type ActionName, callAction, emailOf, ownOrigin } from './staff-action.ts';

/** A write of a staff screen: its page, its values, and the row that it leaves in the audit log. */
export interface StaffWrite {
  readonly page: string;
  readonly action: ActionName;
  readonly values: readonly unknown[];
  readonly recorded: readonly [action: string, subject: string];
}

/** A server with staff screens, and the cookies of an editor and a viewer. */
export interface WriteScene {
  readonly port: number;
  readonly databaseFile: string;
  readonly editor: string;
  readonly viewer: string;
}

interface Row {
  readonly action: string;
  readonly subject: string;
  readonly who: string;
  readonly address: string | null;
}

/** The rows of the audit log, oldest first. */
export function auditRows(databaseFile: string): Row[] {
  const { sqlite } = openReader(databaseFile);
  try {
    return sqlite.prepare('SELECT action, subject, who, address FROM audit_entry ORDER BY id').all() as Row[];
  } finally {
    sqlite.close();
  }
}

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
      // read only now: a write may refer to a result of another test
      const { page, action, values } = write;
      const before = auditRows(databaseFile);
      const answer = await callAction(port, { page, action, values, cookie: cookieOf(), origin });
      expect(answer).toMatchObject({ ok: false, status });
      expect(auditRows(databaseFile)).toEqual(before);
    });

    test('is accepted from an editor, and recorded in the audit log', async () => {
      const { port, databaseFile, editor } = scene();
      const { page, action, values, recorded } = write;
      const before = auditRows(databaseFile).length;
      const answer = await callAction(port, { page, action, values, cookie: editor, origin: ownOrigin });
      expect(answer).toMatchObject({ ok: true });
      const row = { who: emailOf('editor'), address: '127.0.0.1', action: recorded[0] };
      expect(auditRows(databaseFile).slice(before)).toContainEqual({
        ...row,
        subject: expect.stringContaining(recorded[1]),
      });
    });
  });
}
