import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

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

test('the page on clusters shows the file for HAProxy as it is', () => {
  const file = readFileSync(join(folder, '../../deploy/haproxy/watea.cfg'), 'utf8');
  expect(read('cluster.md')).toContain(`\`\`\`\n${file}\`\`\``);
});
