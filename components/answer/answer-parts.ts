/** What shows the results for a point: a page that begins without any loads it when the visitor begins to ask. */
export { summariseResults } from '#lib/map/answer/words.ts';
export { Results } from './Results.tsx';
