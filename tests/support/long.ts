/** Whether this is `npm run test:long`. */
const isLong = process.env.WATEA_LONG === '1';

/** How many times to try something random: enough for each landing, or many more in `npm run test:long`. */
export const tries = (usual: number, long: number): number => (isLong ? long : usual);
