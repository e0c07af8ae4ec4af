const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** `1,234.50 km²`. */
export function squareKilometres(area: number): string {
  return `${area.toLocaleString('en-NZ', twoDecimals)} km²`;
}

/** `1,234.50 ± 0.25`; an error that would show as nothing is said to be less than the last digit. Square kilometres. */
export function withError(area: number, error: number): string {
  const shown = error > 0 && error < 0.005 ? '< 0.01' : error.toLocaleString('en-NZ', twoDecimals);
  return `${area.toLocaleString('en-NZ', twoDecimals)} ± ${shown}`;
}
