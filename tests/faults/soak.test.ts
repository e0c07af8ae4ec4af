import { expect, test } from 'vitest';
import { verdictsOf } from '#bench/soak/report.ts';
import { runSoak } from '#bench/soak/soak.ts';
import { tries } from '#tests/support/long.ts';

const minutes = tries(0, 1);

test.skipIf(minutes === 0)(
  'a soak of a minute has no wrong answer, no 5xx but 503, and everything that is done to the server works',
  async () => {
    const result = await runSoak({ minutes, say: () => undefined });
    // memory is judged after the first minute
    const missed = verdictsOf(result).filter(({ what, isReached }) => !isReached && !what.startsWith('memory'));
    expect(missed, JSON.stringify(result.phases)).toEqual([]);
  },
);
