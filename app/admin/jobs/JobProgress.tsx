'use client';

import { Button, Progress, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ask, goTo, usePending } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import type { JobView } from '#lib/jobs/view.ts';
import { stopJob, tryAgain } from './actions.ts';

/** How often the server is asked, and how often while it does not answer; in milliseconds. */
const askEveryMs = 1000;
const askAgainMs = 4000;

interface JobProgressProps {
  /** As it was when the page was made. */
  readonly job: JobView;
  readonly title: string;
  readonly mayCancel: boolean;
}

/** The progress of a job, which updates itself. When the job ends, the page shows its result. */
export function JobProgress({ job, title, mayCancel }: JobProgressProps) {
  const { view, isSilent } = useJobView(job);
  const { doing, count, obstacle, share, rate, left, state, isCancelling } = view;
  const pace = [rate, left].filter((words) => words !== '').join(', ');
  if (state !== 'waiting' && state !== 'running') return <Announcement text={doing} />;
  const percent = share === null ? undefined : Math.floor(100 * share);
  // screen readers are spared numbers that change every second
  const announced =
    percent === undefined
      ? [doing, obstacle].filter((words) => words !== '').join('. ')
      : `${doing}: ${percent - (percent % 25)} %`;
  return (
    <Stack gap="xs">
      <Text fw={600}>{count === '' ? doing : `${doing}: ${count}`}</Text>
      {obstacle !== '' && <Text size="sm">{obstacle}</Text>}
      {state === 'running' && <Bar title={title} percent={percent} />}
      {pace !== '' && <Text size="sm">{pace}</Text>}
      <Text size="sm" c="dimmed">
        {isSilent
          ? 'The server is not answering. The job carries on regardless.'
          : 'You can close this page: the job carries on.'}
      </Text>
      <Announcement text={announced} />
      {mayCancel && !isCancelling && (
        <div>
          <ConfirmButton
            label="Cancel this job"
            question={`Cancel “${title}”?`}
            detail="It stops within seconds, and nothing that it did is kept."
            action={() => stopJob(view.id)}
          />
        </div>
      )}
    </Stack>
  );
}

/** How much of the present stage is done; an endless bar while its total is unknown. */
function Bar({ title, percent }: { readonly title: string; readonly percent: number | undefined }) {
  if (percent !== undefined) return <Progress value={percent} aria-label={title} animated />;
  return (
    <Progress.Root>
      <Progress.Section
        value={100}
        color="var(--color-line-strong)"
        animated
        // ARIA would announce a value
        withAria={false}
        role="progressbar"
        aria-label={title}
      />
    </Progress.Root>
  );
}

/** Asks the server every second until the job ends; refreshes the page when the job starts and when it ends. */
function useJobView(given: JobView): { view: JobView; isSilent: boolean } {
  const [view, setView] = useState(given);
  const [isSilent, setSilent] = useState(false);
  const router = useRouter();
  const { id, state } = given;
  const isUnfinished = view.state === 'waiting' || view.state === 'running';
  useEffect(() => {
    if (!isUnfinished) return;
    let timer: number;
    const control = new AbortController();
    const ask = async () => {
      const next = await askForView(id, control.signal);
      if (control.signal.aborted) return;
      setSilent(next === undefined);
      if (next !== undefined) setView(next);
      if (next !== undefined && next.state !== state) router.refresh();
      if (next === undefined || next.state === 'waiting' || next.state === 'running') {
        timer = window.setTimeout(ask, next === undefined ? askAgainMs : askEveryMs);
      }
    };
    timer = window.setTimeout(ask, askEveryMs);
    return () => {
      control.abort();
      window.clearTimeout(timer);
    };
  }, [id, state, isUnfinished, router]);
  return { view, isSilent };
}

async function askForView(id: number, signal: AbortSignal): Promise<JobView | undefined> {
  try {
    const answer = await fetch(`/admin/jobs/${id}/state`, { signal, headers: { Accept: 'application/json' } });
    return answer.ok ? ((await answer.json()) as JobView) : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a job again that failed or was cancelled, and opens the new one. */
export function TryAgainButton({ id, title }: { readonly id: number; readonly title: string }) {
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const again = () =>
    start(async () => {
      const result = await ask(() => tryAgain(id));
      if (result.ok) goTo(`/admin/jobs/${result.value}`);
      else setSentence(result.sentence);
    });
  return (
    <>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={again} aria-label={`Try again: ${title}`}>
        Try again
      </Button>
    </>
  );
}
