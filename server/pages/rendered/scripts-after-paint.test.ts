import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';

const script = (name: string) => `<script src="/_next/static/${name}.js" async="" nonce="n1"></script>`;
const otherOrder = (name: string) => `<script src="/_next/static/${name}.js" nonce="n1" async=""></script>`;
const ahead = (kind: string, href: string) => `<link rel="preload" as="${kind}" nonce="n1" href="${href}"/>`;
const data = '<link rel="preload" href="/land/nz.json" as="fetch" crossorigin=""/>';
const sheet = ahead('style', '/_next/static/a.css');
const page = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`;
const made = withScriptsAfterPaint(
  page(
    `${ahead('script', '/_next/static/a.js')}${sheet}${data}${script('a')}`,
    `<p>Words</p>${otherOrder('b')}<script nonce="n1">1</script>`,
  ),
  'n1',
);

test('the scripts of the build, and what they fetch, are not loaded before the words, but by what follows these', () => {
  const [before, after] = made.split('<script nonce="n1">1</script>');
  expect(before).toBe(`<html><head>${sheet}</head><body><p>Words</p>`);
  expect(after).toMatch(
    /^<script nonce="n1">\(.*\)\(\["\/_next\/static\/a\.js","\/_next\/static\/b\.js"\],\["\/land\/nz\.json"\],1000\)<\/script><\/body><\/html>$/s,
  );
});

test.each([
  page('', '<p>A page without scripts</p>'),
  page('<script src="/_next/static/old.js" noModule="" nonce="n1"></script>', '<p>A script of old browsers</p>'),
  page('<script src="https://elsewhere.example/a.js" async="" nonce="n1"></script>', '<p>A script of another site</p>'),
  'A text that is no page',
])('%s stays as it is', (html) => {
  expect(withScriptsAfterPaint(html, 'n1')).toBe(html);
});

test('the scripts run once: when words are painted, not when only the background is', () => {
  const browser = openedIn({ hidden: false });
  expect(browser.added).toEqual([]);
  browser.paint('first-paint');
  expect(browser.added).toEqual([]);
  browser.paint('first-contentful-paint');
  browser.waitLongest();
  expect(browser.added).toEqual([
    { src: '/_next/static/a.js', nonce: 'n1' },
    { src: '/_next/static/b.js', nonce: 'n1' },
    { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/land/nz.json' },
  ]);
});

test('the scripts run after a while in a browser that reports no paint, and at once in a page that nobody sees', () => {
  const silent = openedIn({ hidden: false });
  silent.waitLongest();
  expect(silent.added).toHaveLength(3);
  expect(openedIn({ hidden: true }).added).toHaveLength(3);
});

/** Runs the last script of the page in a browser of a few parts. */
function openedIn({ hidden }: { readonly hidden: boolean }) {
  const added: object[] = [];
  let onPaint: (painted: { getEntriesByName: (name: string) => readonly string[] }) => void = () => undefined;
  let waitLongest: () => void = () => undefined;
  const parts = {
    document: {
      hidden,
      currentScript: { nonce: 'n1' },
      createElement: () => ({}),
      head: { append: (element: object) => added.push(element) },
    },
    PerformanceObserver: class {
      constructor(observer: typeof onPaint) {
        onPaint = observer;
      }
      observe(): void {}
    },
    setTimeout: (work: () => void) => {
      waitLongest = work;
    },
  };
  runInNewContext(/.*<script nonce="n1">(.*)<\/script>/s.exec(made)?.[1] ?? '', parts);
  return {
    added,
    paint: (name: string) => onPaint({ getEntriesByName: (asked) => (asked === name ? [name] : []) }),
    waitLongest: () => waitLongest(),
  };
}
