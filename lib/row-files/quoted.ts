const longestShown = 80;

/** A value as a fault shows it: in quotation marks, control characters escaped, long ones cut. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
}
