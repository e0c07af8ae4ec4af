/** A script of the build that runs as soon as it has come. */
const asyncScript = /<script src="(\/_next\/[^"]+)"(?: async=""| nonce="[^"]*"){2}><\/script>/g;

/** In milliseconds: a browser that reports no paint runs the scripts then. */
const longestWaitMs = 1000;

/**
 * Loads the scripts of a page at once, and runs them when its words have been painted: on a repeated visit they are there
 * before the first frame, and a slow phone would run them first. A page that nobody sees is not painted, and so its
 * scripts do not wait.
 */
export function withScriptsAfterPaint(html: string, nonce: string): string {
  const sources = [...html.matchAll(asyncScript)].map(([, source = '']) => source);
  const body = html.lastIndexOf('</body>');
  if (sources.length === 0 || body === -1) return html;
  const loaded = html
    .slice(0, body)
    .replaceAll(asyncScript, `<link rel="preload" as="script" fetchpriority="low" href="$1" nonce="${nonce}"/>`);
  const call = `(${String(runAfterPaint)})(${JSON.stringify(sources)},${longestWaitMs})`;
  return `${loaded}<script nonce="${nonce}">${call}</script>${html.slice(body)}`;
}

/** This function is sent to the browser as text, so it knows nothing but what it is given. */
function runAfterPaint(sources: readonly string[], longestWait: number): void {
  const nonce = document.currentScript?.nonce ?? '';
  let waiting = sources;
  const run = () => {
    for (const source of waiting)
      document.head.append(Object.assign(document.createElement('script'), { src: source, nonce }));
    waiting = [];
  };
  if (document.hidden) run();
  new PerformanceObserver((painted) => {
    if (painted.getEntriesByName('first-contentful-paint').length > 0) run();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(run, longestWait);
}
