import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SettingFacts, settingFacts } from '#lib/env.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { settingNotes } from '#lib/words/environment/setting-notes.ts';

const file = join(import.meta.dirname, '../docs/operate/settings.md');
const [start, end] = ['<!-- written by scripts/settings-page.ts: from here -->', '<!-- to here -->'];

/** What is known of a setting that is not in the schema. */
const unknown = { default: undefined, range: undefined, choices: undefined };

/** The table of every setting, in the order of the schema. */
export function settingsTable(): string {
  const facts = new Map(settingFacts().map((setting) => [setting.name as string, setting]));
  const names = Object.keys(settingNotes) as (keyof typeof settingNotes)[];
  const inOrder = [...facts.keys(), ...names].filter((name, at, all) => all.indexOf(name) === at);
  const rows = inOrder.flatMap((name) => {
    const known = names.find((one) => one === name);
    return known === undefined ? [] : [rowOf(known, facts.get(name) ?? unknown)];
  });
  const head = ['setting', 'form', 'default', 'what it does'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

function rowOf(name: keyof typeof settingNotes, facts: Omit<SettingFacts, 'name'>): string[] {
  const { form = '', otherwise = 'none', meaning } = settingNotes[name];
  const range = facts.range === undefined ? '' : `${facts.range.least} to ${facts.range.most}`;
  const choices = (facts.choices ?? []).map((choice) => `\`${choice}\``).join(', ');
  const isSize = name.endsWith('_BYTES') && typeof facts.default === 'number';
  const size = isSize ? ` (${sizeWords(Number(facts.default))})` : '';
  const isSet = facts.default !== undefined && facts.default !== '';
  return [`\`${name}\``, `${form}${range}${choices}`, isSet ? `\`${facts.default}\`${size}` : otherwise, meaning];
}

/** The table as the page has it now. */
export function writtenSettings(): string {
  return readFileSync(file, 'utf8').split(start)[1]?.split(end)[0]?.trim() ?? '';
}

if (import.meta.main) {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  writeFileSync(file, `${before}${start}\n\n${settingsTable()}\n\n${end}${rest.split(end)[1] ?? ''}`);
}
