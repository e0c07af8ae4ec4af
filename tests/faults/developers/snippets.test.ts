import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, type EndpointStatus, endpoints } from '#lib/developers/endpoints.ts';
import { callOf, keyVariable, type SnippetLanguage, snippetLanguages, snippetOf } from '#lib/developers/snippets.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { type ExampleServer, shownPart, startExampleServer } from '#tests/support/openapi/examples.ts';

const folder = makeFolder();
let server: ExampleServer;
beforeAll(async () => {
  server = await startExampleServer();
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

/** How each snippet is executed, as it is printed. */
const interpreters: Readonly<Record<SnippetLanguage, readonly [command: string, ending: string, version: string]>> = {
  curl: ['sh', 'sh', 'curl'],
  JavaScript: [process.execPath, 'mjs', process.execPath],
  Python: ['python3', 'py', 'python3'],
  PHP: ['php', 'php', 'php'],
};

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

for (const language of snippetLanguages) {
  const [command, ending, needed] = interpreters[language];
  test.skipIf(!isThere(needed))(`every request as ${language} prints what the document shows`, async () => {
    const run = async (endpoint: Endpoint) => {
      const call = callOf(endpoint, endpoint.sample.values, endpoint.sample.body, server.origin);
      const file = join(folder.path, `${endpoint.id}.${ending}`);
      writeFileSync(file, snippetOf(language, call));
      const env = { ...process.env, [keyVariable]: server.key };
      const { stdout } = await promisify(execFile)(command, [file], { env });
      const { name, type, text } = shownBy(endpoint);
      expect(shownPart(name, contentOf(stdout, type)), endpoint.id).toEqual(contentOf(text, type));
    };
    expect(endpoints().length).toBeGreaterThan(10);
    // two at a time: more only wait for each other
    for (let at = 0; at < endpoints().length; at += 2)
      await Promise.all(
        endpoints()
          .slice(at, at + 2)
          .map(run),
      );
  });
}

/** The first answer that the page of an endpoint shows. */
function shownBy({ id, statuses }: Endpoint): EndpointStatus['examples'][number] {
  const [example] = statuses.find(({ status }) => status === '200')?.examples ?? [];
  if (example === undefined) throw new Error(`${id} has no example`);
  return example;
}

function contentOf(text: string, type: string): unknown {
  if (/[/+]json$/.test(type)) return JSON.parse(text);
  // JavaScript decodes a text without its byte order mark
  return text.replace(/^\uFEFF/, '').trimEnd();
}
