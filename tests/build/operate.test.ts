import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { debianProgram } from '#tests/support/debian.ts';

const folder = join(import.meta.dirname, '../../docs/operate');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const rules = [...read('rules.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, rule = '']) => rule);
const pages = globSync('alerts/*.md', { cwd: folder }).map((file) => basename(file, '.md'));

describe('each alert rule', () => {
  test('has its page, and each page its rule', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(pages.toSorted()).toEqual(rules.toSorted());
    const named = [...read('rules.yml').matchAll(/^ +runbook: docs\/operate\/alerts\/(\w+)\.md$/gm)];
    expect(named.map(([, rule]) => rule)).toEqual(rules);
  });

  test.each(pages)('%s: its page says what it means and what to do, with commands', (page) => {
    const text = read(`alerts/${page}.md`);
    expect(text.startsWith(`# ${page}\n\n## What it means\n\n`)).toBe(true);
    expect(text.split('\n## What to do\n')[1]).toMatch(/^ +```\n +\S/m);
  });

  test('has a test in which it fires, and one in which it does not', () => {
    for (const expected of ['- exp_labels:', '[]']) {
      const tested = [
        ...read('rules.test.yml').matchAll(/alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\s+(\S+ ?\S+)/g),
      ]
        .filter(([, , found]) => found?.trim().startsWith(expected))
        .map(([, rule]) => rule);
      expect([...new Set(tested)].toSorted()).toEqual(rules.toSorted());
    }
  });
});

describe('promtool of Debian', () => {
  const promtool = debianProgram('promtool', 'prometheus');
  const run = (...args: string[]) => spawnSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8' });

  test('accepts the alert rules', () => {
    if (promtool === undefined) return console.info('promtool cannot be installed here: skipped.');
    const { status, stdout, stderr } = run('check', 'rules', '--lint-fatal', 'rules.yml');
    expect(stdout + stderr).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status).toBe(0);
  });

  test('finds that they fire as they should', () => {
    if (promtool === undefined) return;
    const { status, stdout, stderr } = run('test', 'rules', 'rules.test.yml');
    expect(status, stdout + stderr).toBe(0);
  });

  test('refuses a rule that is not one, so that this test can fail', () => {
    if (promtool === undefined) return;
    expect(() =>
      execFileSync(promtool, ['check', 'rules', '/dev/stdin'], {
        input: 'groups: [{name: x, rules: [{alert: X, expr: "sum("}]}]',
        stdio: ['pipe', 'ignore', 'ignore'],
      }),
    ).toThrow();
  });
});
