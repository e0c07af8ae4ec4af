import { setTimeout as sleep } from 'node:timers/promises';
import type { TOTP } from 'otpauth';

const stepMs = 30_000;
const toTypeMs = 10_000;

/**
 * The code before the present one, so that the present one is still unused afterwards. It is given once there is time to
 * type it: a server takes it only until the present one ends.
 */
export async function formerCode(app: TOTP): Promise<string> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < toTypeMs) await sleep(leftMs);
  return app.generate({ timestamp: Date.now() - stepMs });
}
