'use client';

import { useEffect, useRef, useTransition } from 'react';
import { giveFocus } from './focus.ts';

/**
 * Like `useTransition`, for what somebody has set off. A button is disabled while it works, and the browser takes the
 * focus from it then: it gets it back, unless something else has it by now.
 */
export function usePending(): [isPending: boolean, start: (work: () => Promise<void>) => void] {
  const [isPending, startTransition] = useTransition();
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (isPending || before.current === null) return;
    giveFocus(before.current);
    before.current = null;
  }, [isPending]);

  const start = (work: () => Promise<void>) => {
    before.current = document.activeElement;
    startTransition(work);
  };
  return [isPending, start];
}
