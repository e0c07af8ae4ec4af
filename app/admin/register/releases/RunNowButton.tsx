'use client';

import { useRef } from 'react';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { counted } from '#lib/counted.ts';
import { runMissedRelease } from './actions.ts';

interface RunNowButtonProps {
  readonly scheduleDate: number;
  /** The day of the job, in words. */
  readonly day: string;
  readonly names: number;
}

/** Runs a release job that was missed. */
export function RunNowButton({ scheduleDate, day, names }: RunNowButtonProps) {
  const job = useRef(0);
  const count = counted(names, 'name');
  return (
    <ConfirmButton
      label="Run it now"
      question={`Run the release job of ${day} now?`}
      detail={`It releases ${count} at once, which cannot be undone. The job runs only once.`}
      size="sm"
      action={async () => {
        const result = await runMissedRelease(scheduleDate);
        if (result.ok) job.current = result.value;
        return result;
      }}
      onDone={() => goTo(`/admin/work/${job.current}`)}
    />
  );
}
