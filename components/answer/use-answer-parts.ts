import { createContext, use, useEffect, useState } from 'react';
import { whenIdle } from '#components/ui/when-idle.ts';

/** What shows results. Why there are none can be said without it, as without a connection. */
export type AnswerParts = typeof import('./answer-parts.ts');

/** Provided by a page that has an answer in its HTML. */
export const AnswerPartsContext = createContext<AnswerParts | undefined>(undefined);

/** The first signs that a visitor is about to ask. */
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Those of the page; otherwise they are loaded when the visitor begins to use it, or once the browser has nothing else to do,
 * and undefined until then.
 *
 * @param isNeeded whether there are results to be shown
 */
export function useAnswerParts(isNeeded: boolean): AnswerParts | undefined {
  const given = use(AnswerPartsContext);
  const [loaded, setLoaded] = useState<AnswerParts>();
  const isMissing = given === undefined && loaded === undefined;

  useEffect(() => {
    if (!isMissing) return;
    const controller = new AbortController();
    const load = () => {
      controller.abort();
      import('./answer-parts.ts').then(setLoaded, () => {
        // a build that is gone: the page of the point, whose address the browser has by now, comes with its own
        if (isNeeded && navigator.onLine) window.location.reload();
      });
    };
    if (isNeeded) load();
    else {
      for (const sign of signs) window.addEventListener(sign, load, { signal: controller.signal, capture: true });
      whenIdle(load, controller.signal);
    }
    return () => controller.abort();
  }, [isMissing, isNeeded]);

  return given ?? loaded;
}
