import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const script = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));
const path = '/virtual-screen-reader.js';

/** What a screen reader that follows the accessible names and roles says of a part of the page, phrase by phrase. */
export async function readAloud(page: Page, selector: string, mostPhrases = 150): Promise<string[]> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: readFileSync(script, 'utf8') }),
  );
  return await page.evaluate(
    async ([from, within, most]) => {
      const { virtual } = await import(from);
      await virtual.start({ container: document.querySelector(within) });
      for (let steps = 0; steps < most; steps++) {
        await virtual.next();
        const log: string[] = await virtual.spokenPhraseLog();
        // past its end it begins again
        if (log.length > 1 && log.at(-1) === log[0]) break;
      }
      const log: string[] = await virtual.spokenPhraseLog();
      await virtual.stop();
      return log;
    },
    [path, selector, mostPhrases] as const,
  );
}
