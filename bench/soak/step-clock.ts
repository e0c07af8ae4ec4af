import { readFileSync } from 'node:fs';

/**
 * Imported before everything else (`--import`) into each process of a server: moves its clock of the day by the milliseconds
 * in a file, as if somebody set the clock of the machine. Timers and `performance.now` go on as they do then.
 */
const file = process.env.SOAK_CLOCK_FILE ?? '';
const lookEveryMs = 50;
const machineNow = Date.now;
let offsetMs = read();
setInterval(() => {
  offsetMs = read();
}, lookEveryMs).unref();

const now = () => machineNow() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new Date().toString(),
});
Date.now = now;

function read(): number {
  // it is written under another name and renamed, so it is never empty
  return Number(readFileSync(file, 'utf8'));
}
