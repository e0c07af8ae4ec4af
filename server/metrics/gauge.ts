import { Gauge, type Registry } from './prom-client.ts';

/** A gauge that is read when the metrics are. `together`: what it is for several processes. */
interface ReadGauge<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly together: 'sum' | 'max';
}

type Reading<Label extends string> = readonly [labels: Readonly<Record<Label, string>>, value: number];

/** Adds a gauge to a registry. `read` returns its values, none while it has none; when it fails, the gauge has none. */
export function addGauge<Label extends string>(
  registry: InstanceType<typeof Registry>,
  { name, help, labels, together }: ReadGauge<Label>,
  read: () => Iterable<Reading<Label>>,
): void {
  new Gauge<Label>({
    name,
    help,
    labelNames: labels,
    aggregator: together,
    registers: [registry],
    collect() {
      this.reset();
      // without labels, `reset` sets it to 0
      if (labels.length === 0) this.remove();
      for (const [given, value] of readingOf(read)) this.set(given, value);
    },
  });
}

/** None where it fails, such as a database that cannot be read: the other metrics do not depend on it. */
function readingOf<Label extends string>(read: () => Iterable<Reading<Label>>): readonly Reading<Label>[] {
  try {
    return [...read()];
  } catch {
    return [];
  }
}

/** The reading of a gauge without labels; none for undefined. */
export function single(value: number | undefined): Reading<never>[] {
  return value === undefined ? [] : [[{}, value]];
}
