import { ask } from './http.ts';

/** A sample of a scrape: its labels, and its value. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What `/metrics` has answered. */
export interface Scraped {
  /** The names of all metrics, as their `# TYPE` lines have them. */
  readonly names: readonly string[];
  /** The sum of the samples with this name and these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  /** The values of a label of a metric. */
  valuesOf(name: string, label: string): string[];
  readonly text: string;
}

/** Reads the metrics at a port. */
export async function scrape(port: number): Promise<Scraped> {
  const { status, body } = await ask(port, { target: '/metrics' });
  if (status !== 200) throw new Error(`The scrape was answered with ${status}.`);
  return parseScrape(body);
}

/** Parses the text format of Prometheus. */
export function parseScrape(text: string): Scraped {
  const samples = new Map<string, Sample[]>();
  for (const [, name = '', given = '', value = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const labels = Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, one]) => [key, one]));
    samples.set(name, [...(samples.get(name) ?? []), { labels, value: Number(value) }]);
  }
  const samplesOf = (name: string) => samples.get(name) ?? [];
  return {
    text,
    names: [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name),
    sum: (name, labels = {}) =>
      samplesOf(name)
        .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
        .reduce((total, { value }) => total + value, 0),
    valuesOf: (name, label) => [...new Set(samplesOf(name).map(({ labels }) => labels[label] ?? ''))],
  };
}
