import Link from 'next/link';
import type { Connection } from '#db/client.ts';
import { readRefusedTotals, readRequests } from '#db/usage/questions.ts';
import { counted } from '#lib/counted.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { outcomeOf } from '#lib/usage/outcome.ts';
import { shareWords } from '#lib/usage/words.ts';
import { Card } from './Card.tsx';

const apis = [
  { api: 'registry', title: 'Registry today' },
  { api: 'broadband', title: 'Broadband today' },
] as const;

/** Today's requests and errors of both APIs, and those that were refused. */
export function TodayCards({ connection, nowMs }: { connection: Connection; nowMs: EpochMs }) {
  const today = aucklandMidnight(nowMs, 0);
  const rows = readRequests(connection, { span: 'day', from: today, api: undefined });
  const refused = readRefusedTotals(connection, today);
  return (
    <>
      {apis.map(({ api, title }) => {
        const own = rows.filter((row) => row.api === api);
        const sum = (is: (status: number) => boolean) =>
          own.reduce((total, { status, count }) => (is(status) ? total + count : total), 0);
        const requests = sum(() => true);
        const faults = sum((status) => outcomeOf(status) === 'server error');
        return (
          <Card
            key={api}
            title={title}
            figure={counted(requests, 'request')}
            care={faults === 0 ? undefined : `${counted(faults, 'request')} failed with a server error.`}
          >
            <p>
              {requests === 0
                ? 'There were no requests since midnight.'
                : `${shareWords(
                    sum((status) => status >= 400),
                    requests,
                  )} got an error${faults === 0 ? ', none of them a server error' : ''}.`}
            </p>
            <Link href={`/admin/usage?api=${api}`} prefetch={false}>
              See usage
            </Link>
          </Card>
        );
      })}
      <Card title="Refused today" figure={counted(refused.requests, 'request')}>
        <p>{refusedFrom(refused)}</p>
        <Link href="/admin/usage#refused" prefetch={false}>
          See refused callers
        </Link>
      </Card>
    </>
  );
}

/** Where refused requests came from; a request through an untrusted proxy has no known address. */
function refusedFrom({ requests, addresses }: { requests: number; addresses: number }): string {
  if (requests === 0) return 'No requests were refused since midnight.';
  if (addresses === 0) return 'Through an untrusted proxy: their addresses are unknown.';
  return `From ${counted(addresses, 'address', 'addresses')}.`;
}
