/** A page that Lighthouse measures, with the least performance and the longest wait for its largest element. */
export interface MeasuredPage {
  readonly path: string;
  readonly minPerformance: number;
  readonly maxLcpMs?: number;
  /** Audits that the page fails on purpose. */
  readonly skipped?: readonly string[];
}

export const measuredPages: Readonly<Record<string, MeasuredPage>> = {
  map: { path: '/', minPerformance: 95, maxLcpMs: 2000 },
  // points are people's homes, and so their pages ask not to be indexed
  link: {
    path: '/availability/-41.2866/174.7756?address=Wellington',
    minPerformance: 95,
    maxLcpMs: 2000,
    skipped: ['is-crawlable'],
  },
  developers: { path: '/developers', minPerformance: 90 },
  endpoint: { path: '/developers/endpoints/pointAvailability', minPerformance: 90 },
};

/** A figure of the report; without a goal it is shown for information. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly digits: number;
  readonly goal?: { readonly least: number } | { readonly most: number };
}

export function figuresOf({ minPerformance, maxLcpMs }: MeasuredPage): readonly Figure[] {
  const score = { unit: '', digits: 0 };
  return [
    { name: 'performance', ...score, goal: { least: minPerformance } },
    ...['accessibility', 'best-practices', 'seo'].map((name) => ({ name, ...score, goal: { least: 100 } })),
    {
      name: 'largest-contentful-paint',
      unit: ' ms',
      digits: 0,
      ...(maxLcpMs !== undefined && { goal: { most: maxLcpMs } }),
    },
    { name: 'first-contentful-paint', unit: ' ms', digits: 0 },
    { name: 'total-blocking-time', unit: ' ms', digits: 0 },
    { name: 'cumulative-layout-shift', unit: '', digits: 3 },
  ];
}
