import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';

/** Which installation a test is from, and who sends it. */
interface Tester {
  readonly environment: string;
  readonly baseUrl: string;
  readonly who: string;
  readonly nowMs: EpochMs;
}

/** A test alert as a mail has it. */
export function testAlertWords({ environment, baseUrl, who }: Tester): { subject: string; text: string } {
  const text = `This is a test: nothing is wrong. Alerts from Wātea arrive here.\n\nSent by: ${who}\n\n-- \nWātea, ${environment}, ${baseUrl}\n`;
  return { subject: `[Wātea ${environment}] Test alert`, text };
}

/** The same as the JSON of a webhook. */
export function testAlertBody(tester: Tester, id: string): string {
  const { subject: summary, text } = testAlertWords(tester);
  const { environment, baseUrl, nowMs } = tester;
  return JSON.stringify({
    id,
    type: 'test',
    at: formatAuckland(nowMs),
    summary,
    text,
    environment,
    url: `${baseUrl}/admin/outbox`,
  });
}
