const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const pattern = /^([1-9]\d{0,6})(s|m|h|d)$/;

/** A duration such as `30s`, `5m`, `12h` or `1d`, in milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = pattern.exec(text) ?? [];
  return unit === '' ? undefined : Number(number) * unitMs[unit as keyof typeof unitMs];
}
