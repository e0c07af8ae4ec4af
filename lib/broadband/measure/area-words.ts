const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** `1,234.50 km²`. */
export function squareKilometres(area: number): string {
  return `${area.toLocaleString('en-NZ', twoDecimals)} km²`;
}

/** `1,234.50 ± 0.25` in one line, the error rounded up: it is a bound. Square kilometres. */
export function withError(area: number, error: number): string {
  const bound = Math.max(0, Math.ceil(error * 100 - 1e-9)) / 100;
  return `${area.toLocaleString('en-NZ', twoDecimals)}\u00a0±\u00a0${bound.toLocaleString('en-NZ', twoDecimals)}`;
}
