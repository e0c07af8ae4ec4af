import { readDayUse } from '#db/access/day-use.ts';
import { pageOfKeys } from '#db/access/keys.ts';
import { networksOf } from '#db/access/networks.ts';
import { registrarsOfContact } from '#db/access/registrars.ts';
import { requestsOf } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { connections } from '#db/client.ts';
import { readLatenciesOf, readRequestsOf } from '#db/usage/questions.ts';
import { now } from '#lib/clock.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { accountPercentile } from '#lib/usage/latency.ts';
import { periodOf } from '#lib/usage/period.ts';

const mostKeysShown = 100;

/** The keys of the user with this email address, newest first. */
export function ownKeys(email: string) {
  const { reader } = connections();
  const user = getUserByEmail(reader.db, email);
  if (user === undefined) return [];
  const query = { page: 1, pageSize: mostKeysShown, sort: 'created', descending: true, search: '' } as const;
  return pageOfKeys(reader, { ...query, state: undefined, userId: user.id }, now()).rows;
}

/** The registrars whose contact has this email address, with their networks. */
export function ownRegistrars(email: string) {
  const { reader } = connections();
  return registrarsOfContact(reader, email).map((registrar) => ({
    ...registrar,
    networks: networksOf(reader.db, registrar.id),
  }));
}

export function ownRequests(email: string) {
  return requestsOf(connections().reader, email);
}

/** How many look-ups each key or registrar has used today, by its subject, such as `key:7`. */
export function usedToday(): ReadonlyMap<string, number> {
  const rows = readDayUse(connections().reader, dayOf(now()));
  return new Map(rows.map(({ subject, count }) => [subject, count]));
}

/** Requests of one hour or day by how they ended, and what 95 % of their responses did not exceed. */
export interface UseRow {
  readonly startsAt: number;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  readonly p95Ms: number | undefined;
}

/** The use of a key or registrar: by the hour of the last 24 hours, or by the day of the last 30. */
export function useOf(api: UsageApi, accountId: number, kind: '24h' | '30d') {
  const { reader } = connections();
  const { kind: period, startsAt } = periodOf(kind, now());
  const scope = { span: period.span, startsAt, api, accountIds: [accountId] };
  const latencies = readLatenciesOf(reader, scope);
  const p95 = (counts: typeof latencies) =>
    accountPercentile(
      counts.map(({ bucket, count }) => [bucket, count] as const),
      95,
    );
  const byStart = Map.groupBy(latencies, (counted) => counted.startsAt);
  const rows = new Map<number, UseRow>();
  for (const { startsAt: start, status, count } of readRequestsOf(reader, scope)) {
    const none = { startsAt: start, answered: 0, refused: 0, failed: 0, p95Ms: p95(byStart.get(start) ?? []) };
    const row = rows.get(start) ?? none;
    const ending = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'answered';
    rows.set(start, { ...row, [ending]: row[ending] + count });
  }
  return { span: period.span, rows: [...rows.values()], p95Ms: p95(latencies) };
}
