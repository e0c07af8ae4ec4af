import { type Measured, spreadOf, spreadOfValues } from '#bench/measure/measure.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';

/**
 * CPU a request of one contestant against that of another, with which it ran in turn: the middle of what each round says,
 * because a machine that slows down for a minute slows both of a round.
 */
export function cpuRow(
  what: string,
  runs: readonly Measured[],
  againstName: string,
  against: readonly Measured[],
  goal: Row['goal'],
): Row {
  const [own, other] = [spreadOf(runs, 'cpuMicroseconds'), spreadOf(against, 'cpuMicroseconds')];
  const ratios = runs.map((run, round) => run.cpuMicroseconds / (against[round]?.cpuMicroseconds ?? Number.NaN));
  return {
    what,
    measured: `${spreadText(own, 'µs')}${rateText(runs)}`,
    against: `${againstName}: ${spreadText(other, 'µs')}${rateText(against)}`,
    figure: spreadOfValues(ratios).median,
    unit: ' ×',
    goal,
  };
}

/** CPU of each part of a large request against one bare request. */
export function perPartRow(
  what: string,
  runs: readonly Measured[],
  parts: number,
  bare: readonly Measured[],
  goal: Row['goal'],
): Row {
  const each = runs.map((run) => ({ ...run, cpuMicroseconds: run.cpuMicroseconds / parts }));
  const [own, other] = [spreadOf(each, 'cpuMicroseconds'), spreadOf(bare, 'cpuMicroseconds')];
  return {
    what,
    measured: spreadText(own, 'µs', 2),
    against: `one bare request: ${spreadText(other, 'µs')}`,
    figure: own.median / other.median,
    unit: ' ×',
    goal,
  };
}

/** The rate, and the generator's share of a core; where that is above 90 % the rate is the generator's, and is not told. */
function rateText(runs: readonly Measured[]): string {
  const share = spreadOf(runs, 'generatorShare').most;
  const told = `generator ${Math.round(share * 100)} %`;
  return share > 0.9 ? `; ${told}` : `; ${Math.round(spreadOf(runs, 'requestsPerSecond').median)}/s, ${told}`;
}
