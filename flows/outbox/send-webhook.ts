import { createHmac } from 'node:crypto';
import type { Attempt } from '#lib/outbox/message.ts';
import type { WebhookSettings } from '#lib/outbox/notification-settings.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

const longestMs = 15_000;
/** Answers of 400 to 499 that ask for another attempt. */
const passing = [408, 425, 429];

/** Posts a JSON body to the webhook, signed. A 2xx is success; 5xx and faults of the connection are worth another attempt. */
export async function sendWebhook(
  { url, secret }: WebhookSettings,
  body: string,
  nowMs: EpochMs,
  stop?: AbortSignal,
): Promise<Attempt> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Watea',
    [signatureHeader]: webhookSignature(secret, body, nowMs),
  };
  const signals = [AbortSignal.timeout(longestMs), ...(stop === undefined ? [] : [stop])];
  try {
    const signal = AbortSignal.any(signals);
    // another address than the one that was set gets nothing
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return attemptOf(response.status);
  } catch (fault) {
    return { outcome: 'later', fault: { code: 'webhook-not-reached', cause: causeOf(fault) } };
  }
}

function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  const outcome = status >= 500 || passing.includes(status) ? 'later' : 'failed';
  return { outcome, fault: { code: 'webhook-answered', status } };
}

/** `fetch` hides the fault of the connection in the cause of its own. */
function causeOf(fault: unknown): string {
  const { message, cause } = fault as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

/** The header of a webhook's signature. */
const signatureHeader = 'Watea-Signature';

/**
 * The signature of a webhook: `t=<seconds>,v1=<hex>`, where `hex` is the HMAC-SHA-256 of `<seconds>.<body>` with the
 * secret. The time is signed too, so that a receiver can refuse an old request that is sent again.
 */
export function webhookSignature(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
