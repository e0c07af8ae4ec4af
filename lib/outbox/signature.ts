import { createHmac } from 'node:crypto';

/** The header of a webhook's signature. */
export const signatureHeader = 'Watea-Signature';

/**
 * The signature of a webhook: `t=<seconds>,v1=<hex>`, where `hex` is the HMAC-SHA-256 of `<seconds>.<body>` with the
 * secret. The time is signed too, so that a receiver can refuse an old request that is sent again.
 */
export function webhookSignature(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
