/** A script of the build that runs as soon as it has come. */
const asyncScript = /<script src="(\/_next\/[^"]+)"(?: async=""| nonce="[^"]*"){2}><\/script>/g;
/** What React has the browser load ahead for scripts: themselves, and files that they fetch. */
const loadedAhead = /<link rel="preload"(?=[^>]* as="(?:script|fetch)")[^>]*\/>/g;
const fetchedFile = /(?=[^>]* as="fetch").* href="([^"]+)"/;

/** In milliseconds: a browser that reports no paint runs the scripts then. */
const longestWaitMs = 1000;

/**
 * Loads and runs the scripts of a page, and what they fetch, when its words have been painted: until then the words have
 * the whole connection, and on a repeated visit, when scripts are there before the first frame, a slow phone would run
 * them first. A page that nobody sees is not painted, and so its scripts do not wait.
 */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  const scripts = [...html.matchAll(asyncScript)].map(([, source = '']) => source);
  const body = html.lastIndexOf('</body>');
  if (scripts.length === 0 || body === -1) return html;
  const files = [...html.matchAll(loadedAhead)].flatMap(([link]) => fetchedFile.exec(link)?.[1] ?? []);
  const words = html.slice(0, body).replaceAll(asyncScript, '').replaceAll(loadedAhead, '');
  const call = `(${String(runAfterPaint)})(${JSON.stringify(scripts)},${JSON.stringify(files)},${longestWaitMs})`;
  return `${words}<script nonce="${nonce}">${call}</script>${html.slice(body)}`;
}

/** This function is sent to the browser as text, so it knows nothing but what it is given. */
function runAfterPaint(scripts: readonly string[], files: readonly string[], longestWait: number): void {
  const nonce = document.currentScript?.nonce ?? '';
  let isWaiting = true;
  const run = () => {
    if (!isWaiting) return;
    isWaiting = false;
    const add = (kind: 'script' | 'link', facts: object) =>
      document.head.append(Object.assign(document.createElement(kind), facts));
    for (const src of scripts) add('script', { src, nonce });
    for (const href of files) add('link', { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  };
  if (document.hidden) run();
  new PerformanceObserver((painted) => {
    if (painted.getEntriesByName('first-contentful-paint').length > 0) run();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(run, longestWait);
}
