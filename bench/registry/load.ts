import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenLoopReport, Question } from '#bench/contest/open-loop.ts';
import type { GeneratedName } from './feed.ts';

/** Requests a second while an import runs: five for each of the day's busiest registrars, and no more. */
export const requestsPerSecond = 200;

/**
 * Questions of four names each, from all over the register, so that an answer from two states of it would show; each
 * fourth name is one that the change alters.
 */
export function questionsAbout(
  names: readonly GeneratedName[],
  codesAt: (name: GeneratedName) => [string, string],
): Question[] {
  const altered = names.filter((name) => codesAt(name)[0] !== codesAt(name)[1]);
  return altered.slice(0, 2000).map((name, place) => {
    const asked = [name, ...[1, 2, 3].map((step) => names[(place * 37 + step * 7919) % names.length] ?? name)];
    const [before, after] = [0, 1].map((side) => asked.map((one) => codesAt(one)[side]).join());
    const target = `/1.0/availability?${asked.map(({ domain }) => `domains[]=${domain}`).join('&')}`;
    return { target, before: before ?? '', after: after ?? '' };
  });
}

/** Asks the server at a steady rate while `work` runs, and for a second before and after it. */
export async function askMeanwhile<T>(
  { port, folder, questions }: { port: number; folder: string; questions: readonly Question[] },
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly report: OpenLoopReport }> {
  const file = join(folder, 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  const script = `${import.meta.dirname}/../contest/open-loop.ts`;
  const child = spawn(process.execPath, [script, String(port), file, String(requestsPerSecond)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = once(child, 'close');
  await sleep(2000);
  child.stdin.write('count\n');
  await sleep(1000);
  const done = await work();
  await sleep(1000);
  child.stdin.end();
  await ended;
  return { done, report: JSON.parse(printed) as OpenLoopReport };
}
