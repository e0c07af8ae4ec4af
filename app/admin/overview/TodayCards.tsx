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

/** Today's requests and errors of both APIs, and who was not let in. */
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
        const faults = sum((status) => outcomeOf(status) === 'our fault');
        return (
          <Card
            key={api}
            title={title}
            figure={counted(requests, 'request')}
            care={faults === 0 ? undefined : `${counted(faults, 'answer was', 'answers were')} our own fault.`}
          >
            <p>
              {requests === 0
                ? 'Nobody has asked since midnight.'
                : `${shareWords(
                    sum((status) => status >= 400),
                    requests,
                  )} got an error${faults === 0 ? ', none of them a fault of ours' : ''}.`}
            </p>
            <Link href={`/admin/usage?api=${api}`} prefetch={false}>
              See its usage
            </Link>
          </Card>
        );
      })}
      <Card title="Not let in today" figure={counted(refused.requests, 'request')}>
        <p>{refusedFrom(refused)}</p>
        <Link href="/admin/usage#refused" prefetch={false}>
          See who, and let them in
        </Link>
      </Card>
    </>
  );
}

/** Where those came from who were not let in; behind a proxy that nobody trusts, no address is known. */
function refusedFrom({ requests, addresses }: { requests: number; addresses: number }): string {
  if (requests === 0) return 'Nobody was refused since midnight.';
  if (addresses === 0) return 'Through a proxy that is not trusted: from where is not known.';
  return `From ${counted(addresses, 'address', 'addresses')}.`;
}
