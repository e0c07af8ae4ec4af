'use client';

import { BarChart, LineChart } from '@mantine/charts';
import { useSyncExternalStore } from 'react';
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

/** In pixels. */
const height = 280;

const never = () => () => undefined;

/**
 * Bars of requests or lines of durations over time. Screen readers get one picture; the table has the numbers. A chart
 * needs the width of its place, so the server, which does not know it, leaves the place empty and spares the work.
 */
export function Chart({ label, ...charted }: ChartProps) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <div role="img" aria-label={label} style={{ minHeight: height }}>
      {isInBrowser && <Drawing {...charted} />}
    </div>
  );
}

function Drawing({ kind, series, points }: ChartedNumbers) {
  // not keyed by name: a dot in it would be read as a path
  const data = points.map((point) => ({
    label: point.label,
    ...Object.fromEntries(point.values.map((value, at) => [`series${at}`, value])),
  }));
  const shared = {
    h: height,
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
  return kind === 'requests' ? (
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
  );
}
