import { headers } from 'next/headers';
import { originRefusal, type WriteRefusal } from '#lib/access/staff/write-refusal.ts';
import { settings } from '#lib/env.ts';

/** For the writes by which somebody signs in: like guardWrite, but nobody has a session yet. Undefined when it may go on. */
export async function refuseForeign(): Promise<({ readonly ok: false } & WriteRefusal) | undefined> {
  const refusal = originRefusal((await headers()).get('origin'), settings().baseUrl);
  return refusal === undefined ? undefined : { ok: false, ...refusal };
}
