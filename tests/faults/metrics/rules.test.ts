import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { debianProgram } from '#tests/support/debian.ts';

const folder = join(import.meta.dirname, '../../../docs/operate');
const rules = [...readFileSync(join(folder, 'rules.yml'), 'utf8').matchAll(/^ +- alert: \w+$/gm)];

describe('promtool of Debian', () => {
  const promtool = debianProgram('promtool', 'prometheus');
  const run = (...args: string[]) => spawnSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8' });

  test.skipIf(promtool === undefined)('accepts the alert rules', () => {
    const { status, stdout, stderr } = run('check', 'rules', '--lint-fatal', 'rules.yml');
    expect(stdout + stderr).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status).toBe(0);
  });

  test.skipIf(promtool === undefined)('finds that they fire as they should', () => {
    const { status, stdout, stderr } = run('test', 'rules', 'rules.test.yml');
    expect(status, stdout + stderr).toBe(0);
  });

  test.skipIf(promtool === undefined)('refuses a rule that is not one, so that this test can fail', () => {
    expect(() =>
      execFileSync(promtool ?? '', ['check', 'rules', '/dev/stdin'], {
        input: 'groups: [{name: x, rules: [{alert: X, expr: "sum("}]}]',
        stdio: ['pipe', 'ignore', 'ignore'],
      }),
    ).toThrow();
  });
});
