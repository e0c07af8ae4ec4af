import { buildOnce } from './build.ts';
import { requireTestChromium } from './chromium.ts';
import { runTool } from './run-tool.ts';

/**
 * Runs the journeys on a build of the current source, in Chromium, which it installs if necessary.
 *
 * @param args arguments of Playwright, such as the files to run
 */
export async function runJourneys(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const chromium = requireTestChromium();
  if ('sentence' in chromium) {
    console.log(chromium.sentence);
    return false;
  }
  buildOnce();
  const { ok } = await runTool({
    script: '@playwright/test/cli.js',
    args: ['test', ...args],
    environment: { WATEA_CHROMIUM: chromium.path, ...environment },
  });
  return ok;
}

if (import.meta.main) process.exitCode = (await runJourneys(process.argv.slice(2))) ? 0 : 1;
