/**
 * Goes on with what is there already, at once, or with what will come, when it comes. Nearly every answer is there
 * already, and waiting for it would cost a turn of the loop for each request.
 *
 * @throws what `goOn` throws, or rejects with it
 */
export function andThen<Given, Made>(
  given: Given | Promise<Given>,
  goOn: (given: Given) => Made | Promise<Made>,
): Made | Promise<Made> {
  return given instanceof Promise ? given.then(goOn) : goOn(given);
}
