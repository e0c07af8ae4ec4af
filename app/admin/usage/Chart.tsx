'use client';

import { BarChart, LineChart } from '@mantine/charts';
import { durationWords } from '#lib/usage/words.ts';

interface ChartProps {
  /** What the chart shows, in a sentence; its numbers stand in a table beside it. */
  readonly label: string;
  readonly kind: 'requests' | 'latency';
  /** Their names; a colour of their own keeps a series recognisable when others are missing. */
  readonly series: readonly { readonly name: string; readonly colour: number }[];
  /** One value for each series; null where there is none. */
  readonly points: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
}

/** Told apart by lightness as well, for those who see colours otherwise. */
const colours = [
  'var(--color-accent)',
  'var(--color-planned)',
  'var(--color-underway)',
  'var(--color-line-strong)',
  'var(--color-fault)',
  'var(--color-ink-quiet)',
  'var(--color-accent-strong)',
];

const wholeNumber = (value: number) => value.toLocaleString('en-NZ');

/** Bars of requests or lines of durations over time. For screen readers it is one picture: the table says the rest. */
export function Chart({ label, kind, series, points }: ChartProps) {
  // keys of their own: a name with a dot would be taken for a path
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
          valueFormatter={wholeNumber}
          cursorFill="var(--color-surface-quiet)"
          barProps={{ isAnimationActive: false }}
        />
      ) : (
        <LineChart
          {...shared}
          curveType="linear"
          withDots={points.length <= 31}
          connectNulls={false}
          valueFormatter={durationWords}
          lineProps={{ isAnimationActive: false }}
        />
      )}
    </div>
  );
}
