'use client';

import { BarChart, LineChart } from '@mantine/charts';
import { chartWords } from '#lib/usage/words.ts';

/** What a chart, and the table below it, shows. */
export interface ChartedNumbers {
  readonly kind: keyof typeof chartWords;
  /** A series keeps its colour when others are missing. */
  readonly series: readonly { readonly name: string; readonly colour: number }[];
  readonly points: readonly ChartPoint[];
}

interface ChartPoint {
  readonly startsAt: number;
  /** When the span of time begins, in words. */
  readonly label: string;
  /** One value for each series; null if it has none. */
  readonly values: readonly (number | null)[];
}

interface ChartProps extends ChartedNumbers {
  /** What the chart shows, in a sentence; its numbers are in a table below. */
  readonly label: string;
}

/** They differ in lightness too, for people who see colours differently. */
const colours = [
  'var(--color-accent)',
  'var(--color-planned)',
  'var(--color-underway)',
  'var(--color-line-strong)',
  'var(--color-fault)',
  'var(--color-ink-quiet)',
  'var(--color-accent-strong)',
];

/** Bars of requests or lines of durations over time. Screen readers get one picture; the table has the numbers. */
export function Chart({ label, kind, series, points }: ChartProps) {
  // not keyed by name: a dot in it would be read as a path
  const data = points.map((point) => ({
    label: point.label,
    ...Object.fromEntries(point.values.map((value, at) => [`series${at}`, value])),
  }));
  const shared = {
    h: 280,
    data,
    dataKey: 'label',
    series: series.map(({ name, colour }, at) => ({
      name: `series${at}`,
      label: name,
      color: colours[colour % colours.length] ?? 'gray',
    })),
    withLegend: true,
    legendProps: { verticalAlign: 'bottom' as const },
    accessibilityLayer: false,
    gridColor: 'var(--color-line)',
    textColor: 'var(--color-ink-quiet)',
    yAxisProps: { width: 64, allowDecimals: kind === 'latency' },
    xAxisProps: { minTickGap: 24 },
  };
  return (
    <div role="img" aria-label={label}>
      {kind === 'requests' ? (
        <BarChart
          {...shared}
          type="stacked"
          valueFormatter={chartWords.requests}
          cursorFill="var(--color-surface-quiet)"
          barProps={{ isAnimationActive: false }}
        />
      ) : (
        <LineChart
          {...shared}
          curveType="linear"
          withDots={points.length <= 31}
          connectNulls={false}
          valueFormatter={chartWords.latency}
          lineProps={{ isAnimationActive: false }}
        />
      )}
    </div>
  );
}
