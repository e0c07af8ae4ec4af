import { test as base } from '@playwright/test';

let visitors = 0;

/**
 * A test whose browser has an address of its own, as each visitor has: the map's limit of requests per address must not
 * carry over from one journey to the next. The server trusts loopback as its proxy (see playwright.config.ts).
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    visitors++;
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${visitors % 250}` });
    await use(context);
  },
});

export { expect } from '@playwright/test';
