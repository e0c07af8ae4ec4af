import { type Measured, spreadOf, spreadOfValues } from '#bench/measure/measure.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';

/**
 * CPU time a request takes one contestant, compared with another that ran in turn: the median of the rounds' ratios,
 * because a machine that slows down for a minute slows both contestants of a round.
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

/** CPU of each part of a large request, compared with one bare request. */
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

/** The rate, and the generator's share of a core; above 90 % the generator limits the rate, which is left out. */
function rateText(runs: readonly Measured[]): string {
  const share = spreadOf(runs, 'generatorShare').most;
  const generator = `generator ${Math.round(share * 100)} %`;
  return share > 0.9 ? `; ${generator}` : `; ${Math.round(spreadOf(runs, 'requestsPerSecond').median)}/s, ${generator}`;
}
