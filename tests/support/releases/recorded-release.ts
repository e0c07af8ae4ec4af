import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Answered, ask } from '#tests/support/http.ts';
import type { RecordedRequest } from './requests.ts';

const folder = join(import.meta.dirname, '../../fixtures/releases');

const answer = z.object({
  request: z.object({
    target: z.string(),
    method: z.string().optional(),
    body: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    from: z.string().optional(),
  }),
  status: z.number(),
  type: z.string(),
  body: z.string(),
});

const release = z.object({
  version: z.string(),
  /** The commit that the tag names. */
  commit: z.string(),
  /** The clock with which its servers were started. */
  now: z.string(),
  /** The names of its migrations, in order. */
  migrations: z.array(z.string()),
  answers: z.array(answer),
  /** What its commands listed as JSON, by command. */
  lists: z.record(z.string(), z.unknown()),
});

export type RecordedAnswer = z.infer<typeof answer>;
export type RecordedRelease = z.infer<typeof release> & {
  /** A backup of its database, with the files beside it, in a state that it had just answered from. */
  readonly archive: string;
};

/** All releases whose databases are recorded, by version. */
export function recordedReleases(): RecordedRelease[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const read = release.parse(JSON.parse(readFileSync(join(folder, name, 'release.json'), 'utf8')));
      return { ...read, archive: join(folder, name, 'backup.tar.zst') };
    });
}

/** Stores a release's record. @returns the file for its backup */
export function writeRelease(record: z.infer<typeof release>): string {
  const own = join(folder, record.version);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'release.json'), `${JSON.stringify(release.parse(record), null, 1)}\n`);
  return join(own, 'backup.tar.zst');
}

/** What a server answers now: what no update may change. */
export async function answerOf(port: number, request: RecordedRequest): Promise<RecordedAnswer> {
  const { status, headers, body }: Answered = await ask(port, request);
  return { request, status, type: headers['content-type'] ?? '', body };
}
