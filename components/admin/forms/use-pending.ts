'use client';

import { useEffect, useRef, useTransition } from 'react';
import { giveFocus } from './focus.ts';

/**
 * Like `useTransition`, for work that a button starts. The button is disabled meanwhile and so loses the focus; it gets
 * the focus back unless something else has it by then.
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
