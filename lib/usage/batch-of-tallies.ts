import { networkOf } from '#lib/access/network.ts';
import type { CallerCount, KeyUse, RefusalReason, RefusedCount, UsageApi, UsageBatch } from './batch.ts';
import { statusOfSlot } from './status-slot.ts';
import type { Tallies, Tally } from './tally.ts';

const apis: readonly UsageApi[] = ['registry', 'broadband'];

/** Turns counts into the plain values that are sent and stored; zeros are left out. */
export function batchOf(quarterStartsAt: number, tallies: Tallies): UsageBatch {
  const accounts = apis.flatMap((api) => {
    return [...tallies[api].accounts].map(([accountId, tally]) => ({ api, accountId, tally }));
  });
  return {
    quarterStartsAt,
    requests: accounts.flatMap(({ api, accountId, tally }) => {
      return nonZero(tally.byStatus).map(([slot, count]) => ({ api, accountId, status: statusOfSlot(slot), count }));
    }),
    latencies: apis.flatMap((api) => {
      return nonZero(tallies[api].latencies).map(([bucket, count]) => ({ api, bucket, count }));
    }),
    accountLatencies: accounts.flatMap(({ api, accountId, tally }) => {
      return nonZero(tally.latencies).map(([bucket, count]) => ({ api, accountId, bucket, count }));
    }),
    callers: accounts.flatMap(({ api, accountId, tally }): CallerCount[] => {
      return withOthers(tally.byAddress, tally.otherAddresses).map(([address, { count, errors, lastAt }]) => {
        return { api, accountId, address, count, errors, lastAt };
      });
    }),
    refused: apis.flatMap((api): RefusedCount[] => {
      const { refusedAddresses, refusedOthers } = tallies[api];
      const known = api === 'registry' ? 'not allowed' : 'no valid key';
      return [
        ...[...refusedAddresses].map(([address, tally]) => refusedCount(api, address, known, tally)),
        ...[...refusedOthers].map(([reason, tally]) => refusedCount(api, '', reason, tally)),
      ];
    }),
    keyUses: accounts.flatMap(({ api, accountId, tally }): KeyUse[] => {
      if (api !== 'broadband' || tally.lastAddress === undefined) return [];
      const network = networkOf(tally.lastAddress, tally.lastAddress.family === 4 ? 24 : 48);
      return [{ keyId: accountId, lastUsedAt: tally.lastAt, lastNetwork: network.text }];
    }),
  };
}

function nonZero(counts: Int32Array): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    if (count > 0) found.push([at, count]);
  }
  return found;
}

function withOthers(byAddress: ReadonlyMap<string, Tally>, others: Tally): (readonly [string, Tally])[] {
  return others.count === 0 ? [...byAddress] : [...byAddress, ['', others]];
}

function refusedCount(api: UsageApi, address: string, reason: RefusalReason, { count, lastAt }: Tally): RefusedCount {
  return { api, address, reason, count, lastAt };
}
