import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium: Playwright's own, else the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  return [chromium.executablePath(), ...systemBrowsers].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds a Chromium, installing Debian's when this is Debian and the user is root.
 *
 * @returns its path, or the sentence that says what to install
 */
export function requireChromium(): { path: string } | { sentence: string } {
  const found = findChromium();
  if (found !== undefined) return { path: found };
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    process.stderr.write('Installing Chromium for the browser tests …\n');
    const quiet = { stdio: 'ignore' } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      ...quiet,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium();
    if (installed !== undefined) return { path: installed };
  }
  return {
    sentence:
      'The browser tests need Chromium: install it with "npx playwright install chromium", or from your system’s packages.',
  };
}
