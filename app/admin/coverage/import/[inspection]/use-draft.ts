'use client';

import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';

/** Saves what was typed in this browser and restores it, so that closing the browser loses nothing. */
export function useDraft<Values extends Record<string, unknown>>(
  key: string,
  form: UseFormReturnType<Values>,
): { forget(): void } {
  const { values, setValues } = form;
  const begun = useRef(values);
  const stage = useRef<'new' | 'open' | 'done'>('new');

  useEffect(() => {
    if (stage.current !== 'new') return;
    stage.current = 'open';
    const saved = window.localStorage.getItem(key);
    if (saved !== null) setValues({ ...begun.current, ...JSON.parse(saved) });
  }, [key, setValues]);
  useEffect(() => {
    if (values === begun.current || stage.current !== 'open') return;
    window.localStorage.setItem(key, JSON.stringify(values));
  }, [key, values]);
  return {
    forget() {
      stage.current = 'done';
      window.localStorage.removeItem(key);
    },
  };
}
