import { headers } from 'next/headers';
import type { z } from 'zod';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { type Connection, connections } from '#db/client.ts';
import type { SessionClient } from '#db/staff/sessions.ts';
import { parseInput } from '#flows/change.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { originRefusal } from '#lib/staff/write-refusal.ts';
import { type AdmittedWrite, guardWrite, type Role } from './guard.ts';
import { refusalOf } from './refusal-of.ts';
import { sessionClient } from './session.ts';

/**
 * Runs an action that changes something: checks the session and its role, parses the form, makes the change. A refusal is
 * returned in words, with its faults by field.
 *
 * @param form parses the values of the form into the input of the change
 */
export async function staffChange<Form extends z.ZodType, Result>(
  role: Role,
  form: Form,
  given: unknown,
  make: (writer: Connection, input: z.output<Form>, by: AdmittedWrite) => Promise<Result>,
): Promise<ActionResult<Result>> {
  const by = await guardWrite(role);
  if (!by.ok) return by;
  return await resultOf(() => make(connections().writer, parseInput(form, given), by));
}

/** What a change to somebody's own account takes from the session, never from the form. */
interface Own {
  readonly staffId: number;
  readonly sessionId: number;
  readonly client: SessionClient;
}

/**
 * The same for changes that somebody makes to their own account.
 *
 * @param options.mayEnrol true for the writes that set up a required second factor
 */
export async function ownChange<Values extends object, Result>(
  values: Values,
  make: (writer: Connection, input: Values & Own, by: AdmittedWrite) => Promise<Result>,
  options: { mayEnrol?: boolean } = {},
): Promise<ActionResult<Result>> {
  const by = await guardWrite('viewer', options);
  if (!by.ok) return by;
  const own = { staffId: by.staff.id, sessionId: by.sessionId, client: by.client };
  return await resultOf(() => make(connections().writer, { ...values, ...own }, by));
}

/** The same for the steps by which somebody signs in, who has no session yet: only the `Origin` is checked. */
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
