/**
 * Calls `next` with a value, at once if it is not a promise. Most answers are available at once, and waiting for them
 * would cost a turn of the event loop per request.
 *
 * @throws what `next` throws, or rejects with it
 */
export function andThen<Given, Made>(
  given: Given | Promise<Given>,
  next: (given: Given) => Made | Promise<Made>,
): Made | Promise<Made> {
  return given instanceof Promise ? given.then(next) : next(given);
}
