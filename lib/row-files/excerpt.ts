const longestShown = 80;

/** As much of a value as a fault shows: a value may be as long as a row of the file. */
export function excerpt(value: string): string {
  return value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
}
