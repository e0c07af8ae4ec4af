import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FloodPlan, FloodReport } from '#bench/contest/flood-plan.ts';

const run = promisify(execFile);

/** Floods a server from a process of its own. */
export async function flood(plan: FloodPlan): Promise<FloodReport> {
  const script = `${import.meta.dirname}/../contest/flood.ts`;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(plan)], { timeout: 120_000 });
  return JSON.parse(stdout) as FloodReport;
}
