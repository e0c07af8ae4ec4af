import type { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { reasonOfIssue } from '#lib/fields.ts';
import { Refusal } from '#lib/refusal.ts';

/** A change that staff make: the same function for the screen, the command and any other edge. */
export interface PreparedChange<Input extends z.ZodType, Result> {
  /** @throws Refusal when a field of `given` cannot be used, or a rule refuses the change; nothing is changed then */
  (writer: Connection, given: z.input<Input>, by: Authorship): Promise<Result>;
  /** What the change needs. */
  readonly input: Input;
}

/** A change that can also be a part of a larger one. */
export interface Change<Input extends z.ZodType, Result> extends PreparedChange<Input, Result> {
  /** Makes the change in the transaction of the larger one. */
  readonly within: (db: Db, given: z.input<Input>, by: Authorship) => Result;
}

/**
 * Makes a change of what it needs and what it does. `work` runs in one transaction with its row of the audit log, in
 * turn with other changes.
 */
export function change<Input extends z.ZodType, Result>(
  input: Input,
  work: (db: Db, given: z.output<Input>, by: Authorship) => Result,
): Change<Input, Result> {
  const within = (db: Db, given: z.input<Input>, by: Authorship) => work(db, parseInput(input, given), by);
  const run = async (writer: Connection, given: z.input<Input>, by: Authorship) => {
    // what is refused for its fields alone need not wait for a turn
    const parsed = parseInput(input, given);
    return await transact(writer, (db) => work(db, parsed, by));
  };
  return Object.assign(run, { input, within });
}

/**
 * Makes a change that needs something slow first, such as the hash of a password: `prepare` reads and computes before
 * the transaction, so that nobody waits for it.
 */
export function preparedChange<Input extends z.ZodType, Prepared, Result>(
  input: Input,
  prepare: (writer: Connection, given: z.output<Input>, by: Authorship) => Promise<Prepared>,
  work: (db: Db, prepared: Prepared, by: Authorship) => Result,
): PreparedChange<Input, Result> {
  const run = async (writer: Connection, given: z.input<Input>, by: Authorship) => {
    const prepared = await prepare(writer, parseInput(input, given), by);
    return await transact(writer, (db) => work(db, prepared, by));
  };
  return Object.assign(run, { input });
}

/** @throws Refusal with a fault for each field that cannot be used */
export function parseInput<Input extends z.ZodType>(input: Input, given: unknown): z.output<Input> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const first = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue]));
  const faults = [...first].toReversed().map(([field, issue]) => ({ where: { field }, reason: reasonOfIssue(issue) }));
  throw new Refusal({ code: 'fields' }, faults);
}
