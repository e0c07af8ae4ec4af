import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchOutcome } from './fetch-outcome.ts';
import type { Ask, Question } from './question.ts';

/** The latest question, and the way to ask the next; an older one that still waits is dropped. */
export function useQuestion(siteKey: string): { question: Question | undefined; ask: Ask } {
  const [question, setQuestion] = useState<Question>();
  const waiting = useRef<AbortController>(undefined);

  const ask = useCallback<Ask>(
    async (point, origin) => {
      waiting.current?.abort();
      const controller = new AbortController();
      waiting.current = controller;
      setQuestion({ point, origin, outcome: undefined });
      const outcome = await fetchOutcome(point, siteKey, controller.signal);
      if (!controller.signal.aborted) setQuestion({ point, origin, outcome });
    },
    [siteKey],
  );

  useEffect(() => () => waiting.current?.abort(), []);

  return { question, ask };
}
