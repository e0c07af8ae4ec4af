import type { Page } from '@playwright/test';

/** Holds the scripts of the pages that are opened, as a slow connection does, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: areSent, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await areSent;
    await route.continue();
  });
  return send;
}
