import { headers } from 'next/headers';
import { settings } from '#lib/env.ts';
import { originRefusal, type WriteRefusal } from '#lib/staff/write-refusal.ts';

/** For the writes by which somebody signs in: like guardWrite, but nobody has a session yet. Undefined when it may go on. */
export async function requireSameOrigin(): Promise<({ readonly ok: false } & WriteRefusal) | undefined> {
  const refusal = originRefusal((await headers()).get('origin'), settings().baseUrl);
  return refusal === undefined ? undefined : { ok: false, ...refusal };
}
