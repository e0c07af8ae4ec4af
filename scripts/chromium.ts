import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's Chromium without its window: the journeys take three quarters of the time in it. */
const shell = '/usr/bin/chromium-headless-shell';
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const firstOf = (paths: readonly string[]) => paths.find((path) => path !== '' && existsSync(path));

const howToInstall = 'install it with "npx playwright install chromium", or from your system’s packages.';

/** The path of a full Chromium: Playwright's own, else the system's; undefined without one. */
function findChromium(): string | undefined {
  return firstOf([chromium.executablePath(), ...systemBrowsers]);
}

/** The path of a full Chromium, which measures as people's does; an error that says what to install without one. */
export function requireChromium(): string {
  const path = findChromium();
  if (path === undefined) throw new Error(`This benchmark needs a full Chromium: ${howToInstall}`);
  return path;
}

/** The path of the quickest Chromium for tests; undefined without one. */
export function findTestChromium(): string | undefined {
  return firstOf([chromium.executablePath(), shell]) ?? findChromium();
}

/**
 * Finds a Chromium for tests, installing Debian's shell when this is Debian and the user is root.
 *
 * @returns its path, or a sentence that says what to install
 */
export function requireTestChromium(): { path: string } | { sentence: string } {
  if (firstOf([chromium.executablePath(), shell]) === undefined) installShell();
  const path = findTestChromium();
  if (path !== undefined) return { path };
  return { sentence: `The browser tests need Chromium: ${howToInstall}` };
}

function installShell(): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  process.stderr.write('Installing Chromium for the browser tests …\n');
  const quiet = { stdio: 'ignore' } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
