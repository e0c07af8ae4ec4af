import { setGathering } from './scrape.ts';

/** How long a worker waits for the primary, in milliseconds: longer than that waits for its processes. */
const answerWithinMs = 3000;

/**
 * Has a worker get the metrics of all processes from the primary. `ask` sends it the question.
 *
 * @returns what takes the answer
 */
export function setUpWorkerScrapes(ask: () => void): (text: string | undefined) => void {
  let waiting: ((text: string | undefined) => void)[] = [];
  const answer = (text: string | undefined) => {
    for (const resolve of waiting) resolve(text);
    waiting = [];
  };
  setGathering(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        setTimeout(resolve, answerWithinMs, undefined).unref();
        ask();
      }),
  );
  return answer;
}
