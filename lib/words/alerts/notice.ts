import type { Notice } from '#lib/operations/plan-notices.ts';
import type { Channel } from '#lib/outbox/message.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { noControls } from '#lib/words/controls.ts';
import { alarmWords } from './alarms.ts';
import { conditionWords, screenOfAlarm } from './conditions.ts';

/** Which installation a notice is from, and when. */
interface Sender {
  readonly environment: string;
  readonly baseUrl: string;
  readonly nowMs: EpochMs;
}

interface WordedNotice {
  readonly subject: string;
  readonly text: string;
}

/** A notice as a mail has it. */
export function noticeWords(notice: Notice, { environment, baseUrl, nowMs }: Sender): WordedNotice {
  const { title, over, toDo, section } = conditionWords[notice.condition];
  const isOver = notice.kind === 'over';
  const since = timeWords(notice.since);
  const lines = isOver
    ? [`It is over: ${over}.`, '', `It began at ${since} and was over by ${timeWords(nowMs)}. It was:`]
    : [`${title}.`, ''];
  lines.push(alarmWords(notice.facts, noControls), '');
  if (!isOver) lines.push(`Since: ${since} (New Zealand)`, `What to do: ${toDo}`);
  lines.push(
    `Screen: ${baseUrl}${screenOfAlarm(notice.condition, notice.facts)}`,
    `More: docs/operate/alerts-by-mail.md#${section}`,
    '',
  );
  lines.push('-- ', `Wātea, ${environment}, ${baseUrl}`, '');
  return {
    subject: `[Wātea ${environment}] ${isOver ? `Over: ${over}` : title}`,
    text: lines.join('\n'),
  };
}

/** A notice as the JSON of a webhook; `id` is the same for each attempt. */
export function webhookBody(notice: Notice, sender: Sender, id: string): string {
  const { kind, condition, facts, since } = notice;
  const { subject, text } = noticeWords(notice, sender);
  const { environment, baseUrl, nowMs } = sender;
  return JSON.stringify({
    id,
    type: 'alert',
    condition,
    state: kind === 'over' ? 'over' : 'began',
    since: formatAuckland(since),
    at: formatAuckland(nowMs),
    code: facts.code,
    summary: subject,
    text,
    environment,
    url: `${baseUrl}${screenOfAlarm(condition, facts)}`,
  });
}

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

/** How the screens and the command line name a channel. */
export const channelWords: Readonly<Record<Channel, string>> = { mail: 'Email', webhook: 'Webhook' };
