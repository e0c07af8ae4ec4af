import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { runStepped } from './run-stepped.ts';

/** After how many of its durable writes a scenario is also really killed: the copies cannot be wrong then. */
const realKills = tries(1, Number.POSITIVE_INFINITY);

/** Scenarios that one program steps through, each from the same base. */
export interface SteppedGroup {
  /** The program, relative to the project (`runStepped`). */
  readonly program: string;
  /** Makes the base at the path of a database whose folder exists. */
  readonly makeBase: (databaseFile: string) => Promise<void>;
  readonly scenarios: readonly string[];
}

/** A scenario that ran to its end, with a copy of its folder after each durable write. */
export interface SteppedRun {
  readonly base: string;
  /** How many durable writes it made: the points at which it can be killed. */
  readonly points: number;
  /** The folder as a kill after this write leaves it; the first is 1. */
  at(write: number): string;
  /** The folder when it had ended. */
  readonly end: string;
  /** Kills it for real after some of its writes. `look` gets each write and the folder that is left. */
  killForReal(look: (write: number, at: string) => Promise<void>): Promise<void>;
}

/** Runs scenarios step by step, and counts the points at which each can be killed. */
export function stepAnywhere(groups: readonly SteppedGroup[]) {
  const folder = makeFolder();
  const counted = new Map<string, number>();
  const baseOf = (group: SteppedGroup) => join(folder.path, `base-${groups.indexOf(group)}`);
  return {
    /** How many points each scenario has that was run. */
    counted: counted as ReadonlyMap<string, number>,
    async makeBases(): Promise<void> {
      for (const group of groups) {
        mkdirSync(baseOf(group));
        await group.makeBase(join(baseOf(group), 'watea.db'));
      }
    },
    async run(scenario: string): Promise<SteppedRun> {
      const group = groups.find(({ scenarios }) => scenarios.includes(scenario));
      if (group === undefined) throw new Error(`No group has the scenario ${scenario}.`);
      const own = join(folder.path, scenario.replaceAll(' ', '-'));
      const given = { program: group.program, scenario, base: baseOf(group), copies: join(own, 'copies') };
      mkdirSync(given.copies, { recursive: true });
      const points = await runStepped({ ...given, at: join(own, 'run') });
      expect(readdirSync(given.copies)).toHaveLength(points);
      counted.set(scenario, points);
      return {
        base: given.base,
        points,
        at: (write) => join(given.copies, String(write)),
        end: join(own, 'run'),
        async killForReal(look) {
          for (const write of spread(realKills, points)) {
            const at = join(own, `killed-${write}`);
            await runStepped({ ...given, at, killAt: write });
            await look(write, at);
          }
        },
      };
    },
    remove: () => folder.remove(),
  };
}

/** `count` writes of a scenario from its first on, evenly spread; each once. */
export const spread = (count: number, of: number): ReadonlySet<number> =>
  new Set(
    Array.from({ length: Math.min(count, of) }, (_, place) => 1 + Math.floor((place * of) / Math.min(count, of))),
  );
