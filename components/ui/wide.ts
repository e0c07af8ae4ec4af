/** Windows where the answer is beside the map; style sheets have the same numbers. */
export const wide = '(min-width: 56em), (min-width: 40em) and (max-height: 30em)';
