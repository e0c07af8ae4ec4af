import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(tmpdir(), 'watea-e2e-results'),
  timeout: 60_000,
  fullyParallel: false,
  // one server for all (e2e/journey.ts): the walk over every screen looks at what the journeys before it left there
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  use: {
    launchOptions: {
      executablePath: process.env.WATEA_CHROMIUM ?? findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});
