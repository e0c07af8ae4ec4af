/** How long after the page is complete browsers without idle callbacks wait, in milliseconds. */
const patienceMs = 2000;

/** Calls `work` once the page is complete and the browser has nothing else to do, unless it is given up before. */
export function whenIdle(work: () => void, signal: AbortSignal): void {
  const begin = () => {
    if (signal.aborted) return;
    if ('requestIdleCallback' in window) {
      const call = window.requestIdleCallback(work);
      signal.addEventListener('abort', () => window.cancelIdleCallback(call));
    } else {
      const timer = setTimeout(work, patienceMs);
      signal.addEventListener('abort', () => clearTimeout(timer));
    }
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true, signal });
}
