import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FloodPlan, FloodReport } from '#bench/contest/flood-plan.ts';

const run = promisify(execFile);

/** Floods a server from a process of its own. */
export async function flood(plan: FloodPlan): Promise<FloodReport> {
  const script = `${import.meta.dirname}/../contest/flood.ts`;
  const flooding = run(process.execPath, [script]);
  flooding.child.stdin?.end(JSON.stringify(plan));
  const { stdout } = await flooding;
  return JSON.parse(stdout) as FloodReport;
}
