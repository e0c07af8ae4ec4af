import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answered, ask, sendRaw } from './http.ts';
import { readAnswers } from './processes/raw-answers.ts';

/** One limit as the headers report it. */
export interface LimitState {
  readonly quota: number;
  readonly left: number;
  readonly seconds: number;
}

/**
 * Reads each limit from the headers of an answer (B6). Asserts that they agree with each other: the policy with the
 * state, and the older headers with the limit that has the fewest requests left.
 */
export function readLimits({ status, headers }: Answered): Map<string, LimitState> {
  const policy = [...(headers['ratelimit-policy'] ?? '').matchAll(/"(\w+)";q=(\d+);w=\d+/g)];
  const state = [...(headers.ratelimit ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)];
  expect(headers['ratelimit-policy']).toBe(policy.map(([all]) => all).join(', '));
  expect(headers.ratelimit).toBe(state.map(([all]) => all).join(', '));
  expect(state.map(([, name]) => name)).toEqual(policy.map(([, name]) => name));

  const states = new Map<string, LimitState>();
  for (const [place, [, name = '', quota]] of policy.entries()) {
    const [, , left, seconds] = state[place] ?? [];
    states.set(name, { quota: Number(quota), left: Number(left), seconds: Number(seconds) });
  }
  for (const { left, seconds, quota } of states.values()) {
    // refusals do not count, so a limit that did not refuse may be untouched
    expect(left).toBeLessThan(status === 429 ? quota + 1 : quota);
    expect(seconds).toBeGreaterThanOrEqual(1);
  }
  const fewest = Math.min(...[...states.values()].map(({ left }) => left));
  const older = {
    quota: Number(headers['ratelimit-limit']),
    left: Number(headers['ratelimit-remaining']),
    seconds: Number(headers['ratelimit-reset']),
  };
  expect([...states.values()].filter(({ left }) => left === fewest)).toContainEqual(older);
  return states;
}

/** Sends this many requests in one write; a server takes them in order. */
export async function burst(
  port: number,
  { target, times, from, lines = '' }: { target: string; times: number; from?: string; lines?: string },
): Promise<Answered[]> {
  const get = (more: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n${lines}${more}\r\n`;
  const requests = get('').repeat(times - 1) + get('Connection: close\r\n');
  const answers = readAnswers(await sendRaw(port, requests, { from }));
  expect(answers).toHaveLength(times);
  return answers;
}

export const statusesOf = (answers: readonly Answered[]) => answers.map(({ status }) => status);
export const countOf = (answers: readonly Answered[], status: number) =>
  answers.filter((answered) => answered.status === status).length;

/** Waits for the first half of a window of `seconds` of the server's clock; for 1 second, for its start. */
async function freshWindow(port: number, seconds: number): Promise<void> {
  const before = await readSecond(port);
  let second = before;
  while (second === before || second % seconds > seconds / 2) {
    await sleep(10);
    second = await readSecond(port);
  }
}

/** The second of the server's clock at which it takes a request, in seconds since 1970. */
async function readSecond(port: number): Promise<number> {
  return Date.parse((await ask(port, { target: '/1.0' })).headers.date ?? '') / 1000;
}

/**
 * Sends requests within one window of the server's clock, and again as often as a busy machine stretches them over two.
 *
 * @param seconds how long a window is
 */
export async function inOneWindow(
  port: number,
  work: () => Promise<Answered[]>,
  { seconds = 1 } = {},
): Promise<Answered[]> {
  for (;;) {
    await freshWindow(port, seconds);
    const answers = await work();
    const begun = answers.map(({ headers }) => Date.parse(headers.date ?? '') / 1000);
    // an answer has the second in which its request came in: one that waited may have been decided in the next
    const windows = [...begun, await readSecond(port)].map((second) => Math.floor(second / seconds));
    if (new Set(windows).size === 1) return answers;
  }
}
