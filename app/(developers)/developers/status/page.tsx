import type { Metadata } from 'next';
import { statusOf } from '#app/(developers)/api-status.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { StatusDays } from '#components/developers/status/StatusDays.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().status };
}

/** How both APIs did in the last 90 days, from the counts of the server itself. */
export default function Page() {
  const { status, english } = developerPageWords();
  return (
    <DeveloperPage title={status} intro={english === '' ? undefined : english}>
      <p lang="en">
        From the server’s own counts, a few seconds old. Requests that never reached the server are not in them. Days
        are New Zealand’s.
      </p>
      <StatusDays title="Registry API" days={statusOf('registry')} />
      <StatusDays title="Broadband API" days={statusOf('broadband')} />
    </DeveloperPage>
  );
}
