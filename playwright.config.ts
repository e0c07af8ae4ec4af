import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// several checkouts may run their journeys side by side
const port = Number(process.env.WATEA_E2E_PORT ?? 4310);
// the configuration is read again by each worker; all must name the folder of the first
process.env.WATEA_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'watea-e2e-'));

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(tmpdir(), 'watea-e2e-results'),
  timeout: 60_000,
  fullyParallel: false,
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: process.env.WATEA_CHROMIUM ?? findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
  webServer: {
    command: 'node server.ts',
    url: `http://localhost:${port}/healthz`,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: `file:${process.env.WATEA_E2E_FOLDER}/watea.db`,
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.0/8, ::1',
    },
  },
});
