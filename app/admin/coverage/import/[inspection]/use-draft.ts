'use client';

import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';

/** Keeps what was typed in this browser, so that closing it loses nothing; and brings it back. */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  form: UseFormReturnType<Values>,
): { forget(): void } {
  const { values, setValues } = form;
  const begun = useRef(values);
  const stage = useRef<'new' | 'open' | 'over'>('new');

  useEffect(() => {
    if (stage.current !== 'new') return;
    stage.current = 'open';
    const kept = window.localStorage.getItem(key);
    if (kept !== null) setValues({ ...begun.current, ...JSON.parse(kept) });
  }, [key, setValues]);
  useEffect(() => {
    if (values === begun.current || stage.current !== 'open') return;
    window.localStorage.setItem(key, JSON.stringify(values));
  }, [key, values]);
  return {
    forget() {
      stage.current = 'over';
      window.localStorage.removeItem(key);
    },
  };
}
