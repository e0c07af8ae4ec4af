import { buildOnce } from '#scripts/build.ts';

/** Servers answer from the production build. */
export default buildOnce;
