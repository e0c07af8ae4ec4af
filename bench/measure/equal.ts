import type { Contestant } from '#bench/contest/contestants.ts';
import { ask } from './sample.ts';

/** Throws unless the contestants give the same bodies. */
export async function requireEqualAnswers(
  one: Contestant,
  other: Contestant,
  targets: readonly string[],
): Promise<void> {
  for (const target of targets) {
    const [a, b] = await Promise.all([ask(one.port, target), ask(other.port, target)]);
    if (a.status !== b.status || !a.body.equals(b.body)) {
      throw new Error(`${target}: ${one.name} says ${a.status} ${a.body}, ${other.name} says ${b.status} ${b.body}`);
    }
  }
}
