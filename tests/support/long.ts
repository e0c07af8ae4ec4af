/** Whether this is `npm run test:long`. */
const isLong = process.env.WATEA_LONG === '1';

/** How many times to try a random event: enough in the usual run, many more in `npm run test:long`. */
export const tries = (usual: number, long: number): number => (isLong ? long : usual);
