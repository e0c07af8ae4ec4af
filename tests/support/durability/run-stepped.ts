import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { environmentWith } from '#tests/support/environment.ts';

const root = `${import.meta.dirname}/../../..`;

/** What a process that is killed begins with and leaves. */
export interface Stepped {
  /** The program, relative to the project: it copies its files after each write, and kills itself at the end. */
  readonly program: string;
  readonly scenario: string;
  /** A folder with `watea.db`, which is copied to `at` first. */
  readonly base: string;
  readonly at: string;
  readonly copies: string;
  /** The write after which it kills itself; 0 for the end. */
  readonly killAt?: number;
}

/** Runs a scenario in a process that ends by SIGKILL. @returns how many writes it made */
export async function runStepped({ program, scenario, base, at, copies, killAt = 0 }: Stepped): Promise<number> {
  cpSync(base, at, { recursive: true });
  const given = [program, join(at, 'watea.db'), scenario, copies, String(killAt)];
  const child = spawn(process.execPath, given, {
    cwd: root,
    env: environmentWith({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return Number(printed);
}
