import type { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { reasonOfIssue, validFields } from '#lib/fields.ts';
import { type Fault, Refusal, refuseFields } from '#lib/refusal.ts';

/** A change that staff make: one function for the staff screens, the command line and any other edge. */
export interface PreparedChange<Input extends z.ZodType, Result> {
  /** @throws Refusal if a field of `given` is not valid or a rule refuses the change; nothing has changed then */
  (writer: Connection, given: z.input<Input>, by: Authorship): Promise<Result>;
  readonly input: Input;
}

/**
 * What rules say about fields that need more than the field itself, such as a name that is taken. They are given the
 * fields that are valid and only those, so that a form shows all its faults at once. `faulty`: the fields that are not
 * valid, which a change of some fields could not tell from those that stay.
 */
type Rules<Input extends z.ZodType> = (
  db: Db,
  valid: Partial<z.output<Input>>,
  by: Authorship,
  faulty: Faulty,
) => readonly (Fault | undefined)[];

/** The names of the fields that are not valid by themselves. */
export type Faulty = ReadonlySet<string>;

/** A change that can also be part of a larger one. */
export interface Change<Input extends z.ZodType, Result> extends PreparedChange<Input, Result> {
  /** The faults that the rules find in the fields of `input` that are valid. */
  readonly faultsOf: (db: Db, valid: Partial<z.output<Input>>, by: Authorship, faulty?: Faulty) => readonly Fault[];
  /** Makes the change in the transaction of the larger one. */
  readonly within: (db: Db, given: z.input<Input>, by: Authorship) => Result;
}

/**
 * Defines a change by its input, the function that applies it, and the rules that its fields must keep. `apply` also
 * records the change in the audit log; it runs in one transaction with the rules, one change at a time.
 */
export function change<Input extends z.ZodType, Result>(
  input: Input,
  apply: (db: Db, given: z.output<Input>, by: Authorship) => Result,
  rules: Rules<Input> = () => [],
): Change<Input, Result> {
  const faultsOf = (db: Db, valid: Partial<z.output<Input>>, by: Authorship, faulty: Faulty = new Set()) =>
    rules(db, valid, by, faulty).filter((fault) => fault !== undefined);
  const parse = (db: Db, given: unknown, by: Authorship) =>
    parseInput(input, given, (valid, faulty) => faultsOf(db, valid, by, faulty));
  const applyChecked = (db: Db, parsed: z.output<Input>, by: Authorship) => {
    refuseFields(faultsOf(db, parsed as Partial<z.output<Input>>, by));
    return apply(db, parsed, by);
  };
  const within = (db: Db, given: z.input<Input>, by: Authorship) => applyChecked(db, parse(db, given, by), by);
  const run = async (writer: Connection, given: z.input<Input>, by: Authorship) => {
    // invalid input is refused before waiting for the writer
    const parsed = parse(writer.db, given, by);
    return await transact(writer, (db) => applyChecked(db, parsed, by));
  };
  return Object.assign(run, { input, within, faultsOf });
}

/**
 * Defines a change that first needs something slow, such as the hash of a password: `prepare` reads and computes before
 * the transaction, so that other changes need not wait.
 *
 * @param rules are asked only when a field is not valid; `prepare` refuses what they would
 */
export function preparedChange<Input extends z.ZodType, Prepared, Result>(
  input: Input,
  prepare: (writer: Connection, given: z.output<Input>, by: Authorship) => Promise<Prepared>,
  apply: (db: Db, prepared: Prepared, by: Authorship) => Result,
  rules: (db: Db, valid: Partial<z.output<Input>>) => readonly Fault[] = () => [],
): PreparedChange<Input, Result> {
  const run = async (writer: Connection, given: z.input<Input>, by: Authorship) => {
    const parsed = parseInput(input, given, (valid) => rules(writer.db, valid));
    const prepared = await prepare(writer, parsed, by);
    return await transact(writer, (db) => apply(db, prepared, by));
  };
  return Object.assign(run, { input });
}

/**
 * @param rules further faults of the fields that are valid
 * @throws Refusal with a fault for each field that is not valid
 */
export function parseInput<Input extends z.ZodType>(
  input: Input,
  given: unknown,
  rules: (valid: Partial<z.output<Input>>, faulty: Faulty) => readonly Fault[] = () => [],
): z.output<Input> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const first = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue]));
  const faults = [...first].toReversed().map(([field, issue]) => ({ where: { field }, reason: reasonOfIssue(issue) }));
  const faulty = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  throw new Refusal({ code: 'fields' }, [...faults, ...rules(validFields(input, given), faulty)]);
}
