import { hash } from 'node:crypto';
import { stringify } from 'yaml';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Representation } from '#lib/http/conditional.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { processWide } from '#lib/process-wide.ts';

/** The OpenAPI document as a file, made at its first request; it is the same until another version of this server runs. */
export function openApiFile(form: 'json' | 'yaml'): Representation {
  return processWide(`openapi-${form}`, () => {
    const document = openApiDocument(settings());
    const text = form === 'json' ? JSON.stringify(document) : stringify(document, { aliasDuplicateObjects: false });
    const made = { body: Buffer.from(text), digest: hash('sha256', text, 'base64url') };
    return new Representation(made, now(), form === 'json' ? undefined : 'application/yaml');
  });
}
