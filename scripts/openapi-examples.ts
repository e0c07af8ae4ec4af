import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answeredExamples } from '#tests/support/openapi/examples.ts';
import { root } from './run-tool.ts';

// `node scripts/openapi-examples.ts`: asks a server with the demonstration data the requests that the OpenAPI document shows

const file = join(root, 'lib/openapi/examples.json');
writeFileSync(file, `${JSON.stringify(await answeredExamples(), null, 2)}\n`);
