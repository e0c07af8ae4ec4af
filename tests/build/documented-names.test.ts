import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { makeProgram } from '#cli/program.ts';
import { isAt, type PublicPath, publicPaths, unownedPaths } from '#lib/http/public-paths.ts';
import { settingNotes } from '#lib/words/environment/setting-notes.ts';
import { codeOf, documentedPages, readPage } from '#tests/support/documented-pages.ts';

const root = join(import.meta.dirname, '../..');

/** Sources that read variables of the environment, and everything that is set in files of deployment. */
const sources = globSync(
  ['{app,bench,cli,db,e2e,flows,lib,scripts,server,tests}/**/*.ts', '*.ts', 'deploy/**/*', 'Dockerfile', '.ci/**/*'],
  { cwd: root, withFileTypes: true },
)
  .filter((file) => file.isFile() && !file.name.endsWith('.test.ts'))
  .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
  .join('\n');

/** Names in capitals of the operating system. */
const ofSystem = new Set(['SCHED_IDLE', 'SO_REUSEPORT']);

/** The names in capitals that nothing here reads: settings that are gone or misspelt. */
function unknownSettings(page: string): string[] {
  const named = codeOf(page).flatMap((text) => [...text.matchAll(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g)]);
  return [...new Set(named.map(([name]) => name))].filter(
    (name) => !(name in settingNotes) && !ofSystem.has(name) && !new RegExp(`\\b${name}\\b`).test(sources),
  );
}

const publicForms = [...Object.values<PublicPath>(publicPaths), ...Object.values<PublicPath>(unownedPaths)];
/** The paths of pages and of handlers, with `*` for each parameter. */
const pagePaths = globSync('app/**/{page.tsx,route.ts}', { cwd: root })
  // what answers for everything else answers 404
  .filter((file) => !file.includes('[...'))
  .map((file) =>
    file
      .replace(/^app/, '')
      .replace(/\/\([^)]+\)/g, '')
      .replace(/\/(?:page\.tsx|route\.ts)$/, '')
      .replace(/\[[^\]]+\]/g, '*'),
  );
const ours =
  /^\/(?:1\.0|admin|api|area|areas|availability|compare|developers|embed|healthz|openapi\.\w+|places|preview|readyz|reports|search|tiles)(?=[/?.]|$)/;

/** Whether a path of this site exists; `<name>` and `{name}` stand for any value. */
function exists(path: string): boolean {
  const plain = path
    .replace(/[?#].*$/, '')
    .replace(/<[^>]*>|\{[^}]*\}/g, '1')
    .replace(/(?<=.)[/.,;:]$/, '');
  if (publicForms.some((form) => isAt(form)(plain) || form.pattern.startsWith(plain.replace(/\d+$/, '<')))) return true;
  if (publicForms.some((form) => form.pattern.startsWith(`${plain}/`))) return true;
  return pagePaths.some((pattern) => {
    const form = pattern.split('/').map((part) => (part === '*' ? '[^/]+' : RegExp.escape(part)));
    return new RegExp(`^${form.join('/')}$`).test(plain);
  });
}

/** The addresses of this site that a page names as code or links to, and that do not exist. */
function unknownPaths(page: string): string[] {
  const linked = [...page.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, path = '']) => path);
  const named = codeOf(page).flatMap((text) => text.split(/[\s'"|]+/));
  const onSite = named.map((word) =>
    word.replace(/^(?:https?:\/\/localhost:\d+|\{base_url\})/, '').replace(/[…)]+$/, ''),
  );
  return [...new Set([...linked, ...onSite])].filter((path) => ours.test(path) && !path.includes('%') && !exists(path));
}

const program = makeProgram();

/** The commands of `watea` that a page names and that do not exist. */
function unknownCommands(page: string): string[] {
  const named = [...page.matchAll(/watea(?:\.ts)? (?:-- )?([a-z][a-z -]*?)(?= [^a-z]| *\\?$|`)/gm)]
    .map(([, words = '']) => words.trim())
    .filter((words) => /(?:npm run (?:--silent )?watea --|watea\.ts) /.test(page) && page.includes(`-- ${words}`));
  return named.filter((words) => !isCommand(program, words.split(' ')));
}

/** Whether words begin with a command; what follows a complete one is its arguments. */
function isCommand(command: Command, [word, ...rest]: readonly string[]): boolean {
  if (word === undefined) return true;
  const found = command.commands.find((one) => one.name() === word);
  if (found === undefined) return command !== program && command.commands.length === 0;
  return isCommand(found, rest);
}

describe.each(documentedPages)('%s', (path) => {
  test('names only settings, addresses of this site and commands that exist', () => {
    const page = readPage(path);
    expect({ settings: unknownSettings(page), paths: unknownPaths(page), commands: unknownCommands(page) }).toEqual({
      settings: [],
      paths: [],
      commands: [],
    });
  });
});

describe('the finder', () => {
  test('finds what does not exist', () => {
    const page = [
      '`SMTP_URLS` [x](/developers/nowhere) `/api/2.0/nothing` `/admin/nobody?x=1`',
      '```',
      'npm run --silent watea -- keys give --user x',
      "curl 'http://localhost:3000/api/3.0/availability'",
      '```',
    ].join('\n');
    expect(unknownSettings(page)).toEqual(['SMTP_URLS']);
    expect(unknownPaths(page).toSorted()).toEqual([
      '/admin/nobody?x=1',
      '/api/2.0/nothing',
      '/api/3.0/availability',
      '/developers/nowhere',
    ]);
    expect(unknownCommands(page)).toEqual(['keys give']);
  });

  test('accepts what exists', () => {
    const page = [
      '`SMTP_URL` [x](/developers/ask) `/api/2.0/availability/<lat>/<lng>` `/tiles/<set_id>/{z}/{x}/{y}.png` `/1.0` `/admin/jobs`',
      '```',
      'npm run --silent watea -- register import names.csv.gz --replace',
      '```',
    ].join('\n');
    expect([unknownSettings(page), unknownPaths(page), unknownCommands(page)]).toEqual([[], [], []]);
  });
});
