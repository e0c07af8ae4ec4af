import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(tmpdir(), 'watea-e2e-results'),
  // these end journeys that fail: on a slow machine one takes minutes, and a page many seconds
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  // each worker has a server of its own (e2e/support/servers.ts), and the browser computes too
  workers: process.env.WATEA_TEST_CLUSTER === '1' ? 1 : 2,
  forbidOnly: process.env.CI !== undefined,
  use: {
    launchOptions: {
      executablePath: process.env.WATEA_CHROMIUM ?? findTestChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});
