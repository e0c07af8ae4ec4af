import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

interface Wall {
  /** The file that imports. */
  readonly from: string;
  readonly forbidden: Readonly<Record<string, readonly string[]>>;
  readonly allowed: readonly string[];
}

const climbing = {
  'Use the alias of the floor (#lib/…) instead of climbing.': ['../x.ts', '../../lib/x.ts', './x/../../lib/x.ts'],
};
const testCode = {
  'Production code does not use test code.': ['#tests/support/x.ts', '#e2e/support/x.ts', '#bench/x.ts'],
};
const driver = ['drizzle-orm', 'drizzle-orm/sqlite-core', 'better-sqlite3'];
const sql = {
  'Only db speaks SQL: ask a named question of db.': [
    ...driver,
    '#db/drizzle.ts',
    '#db/schema.ts',
    '#db/registry/schema.ts',
  ],
};
const framework = ['next', 'next/link', 'react', 'react/jsx-runtime'];
const staffScreens = ['@mantine/core', '@mantine/core/styles.css', '#components/admin/Facts.tsx', './admin/Facts.tsx'];

const walls: readonly Wall[] = [
  {
    from: 'lib/registry/x.ts',
    forbidden: {
      ...climbing,
      ...testCode,
      'lib is pure rules: it imports lib alone.': [
        '#db/client.ts',
        '#flows/change.ts',
        '#server/http/serve.ts',
        '#cli/words.ts',
        '#app/handlers.ts',
        '#components/theme.ts',
        '#scripts/build.ts',
      ],
      'lib is pure rules: no framework, no database, no files.': [
        ...framework,
        'react-dom',
        'react-dom/server',
        '@mantine/core',
        'leaflet',
        'react-leaflet',
        ...driver,
        'node:fs',
        'node:fs/promises',
        'fs',
        'fs/promises',
      ],
    },
    allowed: ['#lib/clock.ts', './y.ts', 'zod', 'node:crypto'],
  },
  {
    from: 'db/registry/x.ts',
    forbidden: {
      ...climbing,
      ...testCode,
      'db imports lib alone.': [
        '#flows/change.ts',
        '#server/http/serve.ts',
        '#cli/words.ts',
        '#app/handlers.ts',
        '#components/theme.ts',
        '#scripts/build.ts',
      ],
      'db knows no framework.': framework,
      'Import Drizzle from #db/drizzle.ts, which loads its CommonJS form.': ['drizzle-orm', 'drizzle-orm/sqlite-core'],
    },
    allowed: ['#lib/clock.ts', '#db/drizzle.ts', './schema.ts', 'better-sqlite3', 'node:fs'],
  },
  {
    from: 'flows/registry/x.ts',
    forbidden: {
      ...climbing,
      ...testCode,
      'flows import db and lib.': [
        '#server/http/serve.ts',
        '#cli/words.ts',
        '#app/handlers.ts',
        '#components/theme.ts',
        '#scripts/build.ts',
      ],
      ...sql,
      'flows know no framework.': framework,
    },
    allowed: ['#lib/clock.ts', '#db/registry/lookup.ts', '#flows/change.ts', './y.ts', 'node:fs'],
  },
  {
    from: 'server/registry/x.ts',
    forbidden: {
      ...climbing,
      ...testCode,
      'server imports flows, db and lib; the root hands it what app has.': [
        '#cli/words.ts',
        '#app/handlers.ts',
        '#components/theme.ts',
        '#scripts/build.ts',
      ],
      ...sql,
    },
    allowed: ['#lib/clock.ts', '#db/registry/lookup.ts', '#flows/change.ts', '#server/http/serve.ts', 'next'],
  },
  {
    from: 'cli/registry/x.ts',
    forbidden: {
      ...climbing,
      ...testCode,
      'cli imports flows, db and lib.': [
        '#server/http/serve.ts',
        '#app/handlers.ts',
        '#components/theme.ts',
        '#scripts/build.ts',
      ],
      ...sql,
      'cli knows no framework.': framework,
    },
    allowed: ['#lib/clock.ts', '#db/registry/lookup.ts', '#flows/change.ts', '#cli/words.ts', 'commander'],
  },
  {
    from: 'app/admin/register/x.tsx',
    forbidden: {
      ...climbing,
      ...testCode,
      'app imports components, server, flows, db and lib.': ['#cli/words.ts', '#scripts/build.ts'],
      ...sql,
    },
    allowed: [
      '#lib/clock.ts',
      '#db/registry/lookup.ts',
      '#flows/change.ts',
      '#server/registry/register.ts',
      '#components/admin/Facts.tsx',
      '#app/admin/refusal-of.ts',
      '@mantine/core',
      'react',
      'next/link',
    ],
  },
  {
    from: 'app/(public)/x.tsx',
    forbidden: {
      ...climbing,
      ...testCode,
      'app imports components, server, flows, db and lib.': ['#cli/words.ts', '#scripts/build.ts'],
      ...sql,
      "The public pages carry nothing of the staff's screens.": [...staffScreens, '#app/admin/refusal-of.ts'],
    },
    allowed: ['#lib/clock.ts', '#components/map/Explorer.tsx', '#app/page-words.ts', 'react', 'next/link'],
  },
  {
    from: 'components/admin/x.tsx',
    forbidden: {
      ...climbing,
      ...testCode,
      'components import components and lib; what they need comes as props.': [
        '#app/handlers.ts',
        '#cli/words.ts',
        '#server/http/serve.ts',
        '#flows/change.ts',
        '#db/client.ts',
        '#scripts/build.ts',
      ],
      'Only db speaks SQL.': driver,
    },
    allowed: ['#lib/clock.ts', '#components/ui/Button.tsx', '@mantine/core', 'react', 'next/link'],
  },
  {
    from: 'components/x.tsx',
    forbidden: {
      ...climbing,
      ...testCode,
      'components import components and lib; what they need comes as props.': [
        '#app/handlers.ts',
        '#cli/words.ts',
        '#server/http/serve.ts',
        '#flows/change.ts',
        '#db/client.ts',
        '#scripts/build.ts',
      ],
      'Only db speaks SQL.': driver,
      "The public pages carry nothing of the staff's screens.": staffScreens,
    },
    allowed: ['#lib/clock.ts', '#components/ui/Button.tsx', './theme.ts', 'react', 'leaflet'],
  },
  {
    from: 'scripts/x.ts',
    forbidden: { ...climbing, ...sql },
    allowed: ['#lib/clock.ts', '#db/client.ts', './run-tool.ts', '#tests/support/http.ts', '#app/handlers.ts'],
  },
  {
    from: 'x.ts',
    forbidden: { ...climbing, ...sql },
    allowed: ['#lib/clock.ts', '#app/handlers.ts', '#server/process/worker.ts', '#cli/words.ts'],
  },
  {
    from: 'tests/contract/x.test.ts',
    forbidden: climbing,
    allowed: ['#tests/support/http.ts', '#db/registry/schema.ts', 'better-sqlite3', '#cli/words.ts'],
  },
];

const circle = 'This import is part of a cycle.';

/** Text of each planted file by its path, and what the linter should report for it. */
const planted = new Map<string, { readonly text: string; readonly reported: readonly string[] }>();
for (const { from, forbidden, allowed } of walls) {
  const [, start, ending] = /^(.*x)(\.[.a-z]+)$/.exec(from) as unknown as [string, string, string];
  let count = 0;
  const plant = (specifiers: readonly string[], reported: readonly string[]) => {
    const text = specifiers.map((specifier) => `import '${specifier}';\n`).join('');
    planted.set(`${start}${count++}${ending}`, { text, reported });
  };
  for (const [message, specifiers] of Object.entries(forbidden)) {
    for (const specifier of specifiers) plant([specifier], [message]);
  }
  plant(allowed, []);
}
for (const [path, imported, reported] of [
  ['lib/circle/a.ts', './b.ts', [circle]],
  ['lib/circle/b.ts', '#lib/circle/c.ts', [circle]],
  ['lib/circle/c.ts', './a.ts', [circle]],
  ['lib/circle/outside.ts', './a.ts', []],
] as const) {
  planted.set(path, { text: `import type { A } from '${imported}';\nexport type { A };\n`, reported });
}

/** The linter's rule against spreads of literals, and texts that it refuses or not. */
const literalRule = 'scripts/spread-of-literal.grit';
const spreads: readonly (readonly [text: string, isRefused: boolean])[] = [
  ['export const one = { a: 1, ...{ b: 2 } };', true],
  ['export const one = [1, ...[2, 3]];', true],
  ['export const one = [1, ...([2, 3] as const)];', true],
  ['export const one = Math.max(...[1, 2]);', true],
  ['const more = { b: 2 };\nexport const one = { a: 1, ...more };', false],
  ['export const one = (is: boolean) => ({ a: 1, ...(is && { b: 2 }), ...(is ? { c: 3 } : {}) });', false],
  ["export const one = [...'abc', ...new Set([1])];", false],
];
spreads.forEach(([text], at) => {
  planted.set(`lib/spreads/${at}.ts`, { text: `${text}\n`, reported: [] });
});

interface Diagnostic {
  readonly category: string;
  readonly message: string;
  readonly location: { readonly path: string };
}

/** Runs the linter with the configuration of the repository over the planted files. */
function lintPlanted(): Diagnostic[] {
  const folder = makeFolder();
  try {
    mkdirSync(join(folder.path, 'scripts'));
    for (const name of ['biome.json', 'package.json', '.gitignore', literalRule]) {
      copyFileSync(join(root, name), join(folder.path, name));
    }
    for (const [path, { text }] of planted) {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), text);
    }
    const linter = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(
      process.execPath,
      [
        linter,
        'lint',
        '--reporter=json',
        '--max-diagnostics=none',
        'app',
        'cli',
        'components',
        'db',
        'flows',
        'lib',
      ].concat(['scripts', 'server', 'tests', ...[...planted.keys()].filter((path) => !path.includes('/'))]),
      { cwd: folder.path, encoding: 'utf8' },
    );
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  } finally {
    folder.remove();
  }
}

const diagnostics = lintPlanted();

const rules = ['lint/style/noRestrictedImports', 'lint/suspicious/noImportCycles'];

test.each([...planted])('%s is reported exactly as planted', (path, { reported }) => {
  const found = diagnostics.filter(({ location, category }) => location.path === path && rules.includes(category));
  expect(found.map(({ message }) => message)).toEqual(reported);
});

test.each(spreads.map(([text, isRefused], at) => [text, isRefused, `lib/spreads/${at}.ts`] as const))(
  'a spread of a literal is refused, and no other: %s',
  (_text, isRefused, path) => {
    const found = diagnostics.filter(({ location, category }) => location.path === path && category === 'plugin');
    expect(found.length > 0).toBe(isRefused);
  },
);

interface Rule {
  readonly message: string;
  readonly group: readonly string[];
}

test('each import rule of biome.json, and each of its patterns, has an offender here', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    overrides: {
      linter: { rules: { style: { noRestrictedImports: { options: { patterns: Rule[] } } } } };
    }[];
  };
  for (const { linter } of overrides) {
    const { patterns } = linter.rules.style.noRestrictedImports.options;
    const messages = patterns.map(({ message }) => message).toSorted();
    const wall = walls.find(({ forbidden }) => Object.keys(forbidden).toSorted().join() === messages.join());
    const untested = patterns.flatMap(({ message, group }) =>
      group.filter((pattern) => !wall?.forbidden[message]?.some((specifier) => matchesGlob(specifier, pattern))),
    );
    expect({ messages, untested }).toEqual({ messages, untested: [] });
  }
});
