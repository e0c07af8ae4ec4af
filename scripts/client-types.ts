import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '#lib/openapi/document.ts';
import { root } from './run-tool.ts';

const client = join(root, 'clients/typescript');
const file = join(client, 'src/schema.ts');

/** The first line of the client's types, by which a test knows whether they are of the present document. */
export function documentMark(): string {
  return `// of the document with the SHA-256 ${createHash('sha256').update(JSON.stringify(openApiDocument())).digest('hex')}`;
}

/** Writes the types of the client with the `openapi-typescript` that is installed there. */
function writeClientTypes(): void {
  const folder = mkdtempSync(join(tmpdir(), 'watea-types-'));
  const [document, types] = [join(folder, 'openapi.json'), join(folder, 'schema.ts')];
  writeFileSync(document, JSON.stringify(openApiDocument()));
  execFileSync(join(client, 'node_modules/.bin/openapi-typescript'), [document, '--output', types], {
    stdio: 'inherit',
  });
  writeFileSync(file, `${documentMark()}\n${readFileSync(types, 'utf8')}`);
  rmSync(folder, { recursive: true });
}

// `npm run types` in clients/typescript
if (import.meta.main) writeClientTypes();
