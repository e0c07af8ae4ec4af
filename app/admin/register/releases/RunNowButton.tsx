'use client';

import { useRef } from 'react';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { counted } from '#lib/counted.ts';
import { runMissedRelease } from './actions.ts';

interface RunNowButtonProps {
  readonly scheduleDate: number;
  readonly day: string;
  readonly names: number;
}

/** Runs a release job that was missed. */
export function RunNowButton({ scheduleDate, day, names }: RunNowButtonProps) {
  const work = useRef(0);
  const count = counted(names, 'name');
  return (
    <ConfirmButton
      label="Run it now"
      question={`Run the release job of ${day} now?`}
      detail={`It releases ${count} at once, for good. It runs once, whoever starts it.`}
      size="sm"
      action={async () => {
        const result = await runMissedRelease(scheduleDate);
        if (result.ok) work.current = result.value;
        return result;
      }}
      onDone={() => goTo(`/admin/work/${work.current}`)}
    />
  );
}
