import { headers } from 'next/headers';
import { z } from 'zod';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { BulkOutcome } from '#components/admin/lists/BulkSelection.tsx';
import { rowsPerPage } from '#components/admin/lists/list-state.ts';
import { type Connection, connections } from '#db/client.ts';
import type { SessionClient } from '#db/staff/sessions.ts';
import { type Change, type PreparedChange, parseInput } from '#flows/change.ts';
import { type SeenInput, seen } from '#flows/editing.ts';
import { now } from '#lib/clock.ts';
import type { Fields } from '#lib/editing/merge-fields.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { originRefusal } from '#lib/staff/write-refusal.ts';
import { type AdmittedWrite, guardWrite, type Need } from './guard.ts';
import { refusalOf } from './refusal-of.ts';
import { sessionClient } from './session.ts';

/** Makes a change; where it is a change itself, its rules are asked about the valid fields of a form with faults. */
interface Make<Input, Result> {
  (writer: Connection, input: Input, by: AdmittedWrite): Promise<Result>;
  readonly faultsOf?: Change<z.ZodType<Input>, Result>['faultsOf'];
}

/**
 * A change of which the form does not carry everything.
 *
 * @param rest what it does not carry: that comes from the session or from the server's settings
 */
export function completed<Input extends z.ZodObject, Rest extends Partial<z.output<Input>>, Result>(
  make: Change<Input, Result>,
  rest: (by: AdmittedWrite) => Rest,
): Make<Omit<z.output<Input>, keyof Rest>, Result> {
  // what the form carries and the rest are the whole input, which Zod's types cannot say
  const run = (writer: Connection, given: object, by: AdmittedWrite) =>
    make(writer, { ...given, ...rest(by) } as unknown as z.input<Input>, by);
  const faultsOf: Change<Input, Result>['faultsOf'] = (db, valid, by, faulty) =>
    make.faultsOf(db, { ...valid, ...rest(by as AdmittedWrite) }, by, faulty);
  return Object.assign(run, { faultsOf }) as unknown as Make<Omit<z.output<Input>, keyof Rest>, Result>;
}

/**
 * Runs an action that changes something: checks the session and its role, parses the form, makes the change. A refusal is
 * returned in words, with its faults by field.
 *
 * @param form parses the values of the form into the input of the change
 */
export async function staffChange<Form extends z.ZodType, Result>(
  need: Need,
  form: Form,
  given: unknown,
  make: Make<z.output<Form>, Result>,
): Promise<ActionResult<Result>> {
  const by = await guardWrite(need);
  if (!by.ok) return by;
  return await resultOf(() => parseAndMake(form, given, make, by));
}

async function parseAndMake<Form extends z.ZodType, Result>(
  form: Form,
  given: unknown,
  make: Make<z.output<Form>, Result>,
  by: AdmittedWrite,
): Promise<Result> {
  const { writer } = connections();
  const input = parseInput(form, given, (valid, faulty) => make.faultsOf?.(writer.db, valid, by, faulty) ?? []);
  return await make(writer, input, by);
}

/**
 * The same for a change of something that exists: `opened` is the record as the form showed it, or only the revision of
 * a button's page.
 *
 * @param given the fields that the person changed, and what identifies the record
 */
export async function staffEdit<Form extends z.ZodType, Result>(
  need: Need,
  form: Form,
  given: object,
  opened: { readonly revision: number; readonly fields?: Fields },
  make: Make<z.output<Form>, Result>,
): Promise<ActionResult<Result>> {
  const by = await guardWrite(need);
  if (!by.ok) return by;
  return await resultOf(() => {
    // a form that carries no revision would undo what others have changed
    if (!seen.unwrap().safeParse(opened).success) throw new Refusal({ code: 'opened-before' });
    return parseAndMake(form, { ...given, seen: opened }, make, by);
  });
}

/** The same for a button, whose change needs nothing but its record. @param revision of the page with the button */
export async function staffAct<Row extends z.ZodType, Result>(
  need: Need,
  act: PreparedChange<SeenInput<Row>, Result>,
  record: z.input<Row>,
  revision: number,
): Promise<ActionResult<Result>> {
  return await staffEdit(need, act.input, { record }, { revision }, (writer, input, by) =>
    act(writer, input as z.input<SeenInput<Row>>, by),
  );
}

/**
 * The same for the selected rows of a list: each is changed by itself, with its own row in the audit log. One that is
 * refused leaves the others as they are, and the result says why.
 *
 * @param revision of the page with the rows
 */
export async function staffBulk<Row extends z.ZodType, Result>(
  need: Need,
  act: PreparedChange<SeenInput<Row>, Result>,
  records: readonly z.input<Row>[],
  revision: number,
): Promise<ActionResult<BulkOutcome>> {
  const by = await guardWrite(need);
  if (!by.ok) return by;
  return await resultOf(async () => {
    const assumed = seen.unwrap().safeParse({ revision });
    if (!assumed.success) throw new Refusal({ code: 'opened-before' });
    const given = (record: unknown) => ({ record, seen: assumed.data }) as z.input<SeenInput<Row>>;
    return await changeEach(records, (record) => act(connections().writer, given(record), by));
  });
}

/** The same for changes that assume nothing of their rows, such as sending a message again. */
export async function staffBulkOfAny<Row extends z.ZodType, Result>(
  need: Need,
  act: PreparedChange<Row, Result>,
  records: readonly z.input<Row>[],
): Promise<ActionResult<BulkOutcome>> {
  const by = await guardWrite(need);
  if (!by.ok) return by;
  return await resultOf(() => changeEach(records, (record) => act(connections().writer, record as z.input<Row>, by)));
}

async function changeEach(records: readonly unknown[], make: (record: unknown) => Promise<unknown>) {
  const refused: BulkOutcome['refused'][number][] = [];
  let done = 0;
  for (const record of parseInput(selectedRows, records)) {
    const result = await resultOf(() => make(record));
    if (result.ok) done++;
    else refused.push({ record: String(record), sentence: result.sentence });
  }
  return { done, refused };
}

/** A page of a list has no more rows. */
const selectedRows = z.array(z.unknown()).max(rowsPerPage);

/** What a change to a person's own account takes from the session, never from the form. */
interface Own {
  readonly staffId: number;
  readonly sessionId: number;
  readonly client: SessionClient;
}

/**
 * The same for changes that people make to their own account.
 *
 * @param options.mayEnrol true for the writes that set up a required second factor
 */
export async function ownChange<Values extends object, Result>(
  values: Values,
  make: (writer: Connection, input: Values & Own, by: AdmittedWrite) => Promise<Result>,
  options: { mayEnrol?: boolean } = {},
): Promise<ActionResult<Result>> {
  const by = await guardWrite('own account', options);
  if (!by.ok) return by;
  const own = { staffId: by.staff.id, sessionId: by.sessionId, client: by.client };
  return await resultOf(() => make(connections().writer, { ...values, ...own }, by));
}

/** The same for the steps of signing in, before there is a session: only the `Origin` is checked. */
export async function signInStep<Form extends z.ZodType, Result>(
  form: Form,
  given: unknown,
  make: (writer: Connection, input: z.output<Form>, from: { client: SessionClient; nowMs: number }) => Promise<Result>,
): Promise<ActionResult<Result>> {
  const foreign = originRefusal((await headers()).get('origin'), settings().baseUrl);
  if (foreign !== undefined) return refusalOf(new Refusal(foreign));
  const from = { client: await sessionClient(), nowMs: now() };
  return await resultOf(() => make(connections().writer, parseInput(form, given), from));
}

async function resultOf<Result>(make: () => Promise<Result>): Promise<ActionResult<Result>> {
  try {
    return { ok: true, value: await make() };
  } catch (fault) {
    return refusalOf(fault);
  }
}
