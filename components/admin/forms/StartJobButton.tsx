'use client';

import { type ComponentProps, useRef } from 'react';
import type { ActionResult } from './action-result.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { goTo } from './go-to.ts';

interface StartJobButtonProps extends Omit<ComponentProps<typeof ConfirmButton>, 'action' | 'onDone'> {
  /** Gives the number of the job. */
  readonly start: () => Promise<ActionResult<number>>;
}

/** Starts a job once that is confirmed, and opens its page. */
export function StartJobButton({ start, ...button }: StartJobButtonProps) {
  const job = useRef(0);
  const action = async () => {
    const result = await start();
    if (result.ok) job.current = result.value;
    return result;
  };
  return <ConfirmButton size="sm" {...button} action={action} onDone={() => goTo(`/admin/work/${job.current}`)} />;
}
