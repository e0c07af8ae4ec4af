import { setTimeout as sleep } from 'node:timers/promises';
import { LoadDriver, type LoadReport } from './driver.ts';
import { type Growth, watchMemory } from './growth.ts';
import { type Scene, setScene, soakKey } from './scene.ts';
import { StaffVisits } from './staff.ts';
import { type Running, steps } from './steps.ts';

/** How a soak is run. */
export interface SoakPlan {
  readonly minutes: number;
  /** Called with a line whenever something begins. */
  readonly say: (text: string) => void;
}

/** What was seen while one thing was done to the server, or between. */
export interface Phase {
  readonly what: string;
  readonly reports: LoadReport[];
  /** Why it could not be done. */
  readonly fault?: string;
}

/** What a soak found. */
export interface SoakResult {
  /** Requests a second that were answered at most, measured before each round of steps. */
  readonly highest: readonly number[];
  readonly seconds: number;
  readonly phases: readonly Phase[];
  readonly staffStatuses: Readonly<Record<string, number>>;
  readonly staffFaults: readonly string[];
  /** Pages that staff did not get because a worker was killed. */
  readonly staffUnanswered: number;
  readonly growths: readonly Growth[];
  /** What `check` said of the database at the end. */
  readonly check: string;
  /** What the server logged as errors, by event: how often, and the first line. */
  readonly logged: Readonly<Record<string, { readonly times: number; readonly first: string }>>;
}

const connections = 16;
/** The load, as a share of the highest rate. */
export const shareOfMost = 0.7;
/** How long the highest rate is measured, after as long without being counted. */
const measuredMs = 4000;
/** How long nothing is done after each step. */
const pauseMs = 4000;

/** Runs a server under load, does everything to it again and again, and compares every answer with the models. */
export async function runSoak({ minutes, say }: SoakPlan): Promise<SoakResult> {
  say('making the data');
  const scene = await setScene();
  const phases: Phase[] = [];
  const first = { names: scene.register.codesAt(scene.clock.now()), points: scene.coverage.answers() };
  const plan = { port: scene.server.port, connections, key: soakKey, first };
  const asked = { names: scene.register.asked, points: scene.coverage.points };
  const load = new LoadDriver({ ...plan, ...asked }, (report) => phases.at(-1)?.reports.push(report));
  const staff = new StaffVisits(scene);
  try {
    // until both workers are there
    await sleep(pauseMs);
    const memory = watchMemory(scene.server.child.pid ?? 0);
    const startedAt = performance.now();
    const begin = (what: string) => {
      say(what);
      phases.push({ what, reports: [] });
    };
    const highest = await runRounds({ scene, load, staff }, phases, { endsAt: startedAt + minutes * 60_000, begin });
    const growths = memory.stop();
    const seconds = (performance.now() - startedAt) / 1000;
    const check = await scene.command('check').catch((fault: Error) => fault.message);
    await staff.stop();
    const staffed = { staffStatuses: staff.statuses, staffFaults: staff.faults, staffUnanswered: staff.unanswered };
    return { highest, seconds, phases, ...staffed, growths, check, logged: loggedBy(scene) };
  } finally {
    load.stop();
    await staff.stop();
    await scene.remove();
  }
}

/** How many requests a second are answered when each connection asks again at once. */
async function highestRate(load: LoadDriver): Promise<number> {
  await load.rate(undefined);
  await sleep(measuredMs);
  await load.report();
  await sleep(measuredMs);
  const { statuses, seconds } = await load.report();
  return (statuses['200'] ?? 0) / seconds;
}

interface Schedule {
  readonly endsAt: number;
  readonly begin: (what: string) => void;
}

/**
 * Does every step in turn until the time is over; the first time through, whatever the time. The load follows what the
 * machine can do: others may use it too.
 *
 * @returns the highest rate before each time through
 */
async function runRounds(running: Running, phases: Phase[], { endsAt, begin }: Schedule): Promise<number[]> {
  const { load } = running;
  const halfAt = (performance.now() + endsAt) / 2;
  const highest: number[] = [];
  for (let round = 0; round === 0 || performance.now() < endsAt; round++) {
    begin('the highest rate');
    const most = await highestRate(load);
    highest.push(most);
    begin('nothing');
    await load.rate(Math.round(most * shareOfMost));
    for (const { what, isEarly, run } of steps) {
      if (round > 0 && performance.now() > (isEarly === true ? halfAt : endsAt)) continue;
      await sleep(pauseMs);
      await load.report();
      begin(what);
      try {
        await run(running);
      } catch (fault) {
        phases.push({ ...(phases.pop() as Phase), fault: fault instanceof Error ? fault.message : String(fault) });
      }
      await load.report();
      begin('nothing');
    }
  }
  await load.report();
  return highest;
}

function loggedBy({ server }: Scene): SoakResult['logged'] {
  const logged: Record<string, { times: number; first: string }> = {};
  for (const line of server.output().split('\n')) {
    const event = /"level":[56]0,.*"event":"([^"]*)"/.exec(line)?.[1];
    if (event === undefined) continue;
    logged[event] ??= { times: 0, first: line };
    logged[event].times++;
  }
  return logged;
}
