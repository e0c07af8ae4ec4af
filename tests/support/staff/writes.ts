import { describe, expect, test } from 'vitest';
import { newestRevision } from '#db/audit/last-changes.ts';
import { ask } from '#tests/support/http.ts';
import { queryDatabase, readDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { type ActionName, callAction, emailOf, ownOrigin } from './action.ts';

/** A write of a staff screen: its page, its values, and the row that it leaves in the audit log. */
export interface StaffWrite {
  readonly page: string;
  readonly action: ActionName;
  /** A function where they depend on the results of other tests. */
  readonly values: readonly unknown[] | (() => readonly unknown[]);
  /** What its page shows of the record besides: a form all of it, a button only the revision. Not for what adds. */
  readonly carries?: 'form' | 'button';
  readonly recorded: readonly [action: string, subject: string | RegExp];
}

interface Carrying extends Pick<StaffWrite, 'values'> {
  readonly carries?: StaffWrite['carries'] | undefined;
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
      await untilJobsEnded(databaseFile);
      const before = auditRows(databaseFile);
      const answer = await callAction(port, {
        ...write,
        values: valuesOf(write, databaseFile),
        cookie: cookieOf(),
        origin,
      });
      expect(answer).toMatchObject({ ok: false, status });
      expect(auditRows(databaseFile)).toEqual(before);
    });

    if (write.carries !== undefined) {
      test('its page has the revision, and without it the write is refused', async () => {
        const { port, databaseFile, editor } = scene();
        const shown = await ask(port, { target: write.page, headers: { Cookie: editor } });
        expect(shown.body).toContain(`revision\\":${revisionNow(databaseFile)}`);
        await untilJobsEnded(databaseFile);
        const before = auditRows(databaseFile);
        const values = valuesOf({ ...write, carries: undefined }, databaseFile);
        const answer = await callAction(port, { ...write, values, cookie: editor, origin: ownOrigin });
        expect(answer).toMatchObject({ ok: false, sentence: expect.stringContaining('Nothing was saved') });
        expect(auditRows(databaseFile)).toEqual(before);
      });
    }

    test('is accepted from an editor, and recorded in the audit log', async () => {
      const { port, databaseFile, editor } = scene();
      const [action, subject] = write.recorded;
      const before = auditRows(databaseFile).length;
      const values = valuesOf(write, databaseFile);
      const answer = await callAction(port, { ...write, values, cookie: editor, origin: ownOrigin });
      expect(answer).toMatchObject({ ok: true });
      expect(auditRows(databaseFile).slice(before)).toContainEqual({
        action,
        who: emailOf('editor'),
        address: '127.0.0.1',
        subject: typeof subject === 'string' ? subject : expect.stringMatching(subject),
      });
    });
  });
}

/** Waits for jobs that a test before has started: what they do is in the audit log too. A test holds those of `held`. */
export function untilJobsEnded(databaseFile: string): Promise<true> {
  const open = "SELECT 1 FROM work WHERE state IN ('waiting', 'running') AND queue <> 'held'";
  return waitUntil('jobs to end', () => queryDatabase(databaseFile, open).length === 0);
}

/** The newest revision, as a page carries it. */
export const revisionNow = (databaseFile: string): number => readDatabase(databaseFile, newestRevision);

function valuesOf({ values, carries }: Carrying, databaseFile: string): readonly unknown[] {
  const given = typeof values === 'function' ? values() : values;
  if (carries === undefined) return given;
  const revision = revisionNow(databaseFile);
  return [...given, carries === 'form' ? { revision } : revision];
}
