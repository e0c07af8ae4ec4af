import { readdirSync, statSync } from 'node:fs';
import { afterAll } from 'vitest';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { makeFolder } from './files/temporary-folder.ts';
import { type Answered, ask } from './http.ts';
import { ownOrigin } from './staff/action.ts';

/** Gives the uploads of a test file their own folder. */
export function ownUploadFolder(): void {
  const folder = makeFolder();
  setProcessWide('settings', parseSettings({ BASE_URL: ownOrigin, DATABASE_URL: `file:${folder.path}/watea.db` }));
  afterAll(() => folder.remove());
}

/** The files in the upload folder of a database: names, sizes and modes. */
export function storedUploads(databaseFile: string): { name: string; bytes: number; mode: string }[] {
  const folder = `${databaseFile}-uploads`;
  try {
    return readdirSync(folder).map((name) => {
      const { size, mode } = statSync(`${folder}/${name}`);
      return { name, bytes: size, mode: (mode & 0o777).toString(8) };
    });
  } catch {
    return [];
  }
}

/** Sends upload requests like a browser with this cookie. */
export function uploadClient(port: number, cookie: string | undefined, origin: string | undefined = ownOrigin) {
  const send = (
    method: string,
    target: string,
    headers: Record<string, string> = {},
    body?: string | Uint8Array,
  ): Promise<Answered> =>
    ask(port, {
      target,
      method,
      body,
      headers: {
        Host: new URL(ownOrigin).host,
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(origin === undefined ? {} : { Origin: origin }),
        ...headers,
      },
    });
  const announce = (given: object) =>
    send('POST', '/admin/uploads', { 'Content-Type': 'application/json' }, JSON.stringify(given));
  const append = (id: string, offset: number | string, body: string | Uint8Array) =>
    send('PATCH', `/admin/uploads/${id}`, { 'Upload-Offset': String(offset) }, body);
  return {
    announce,
    append,
    offset: (id: string) => send('HEAD', `/admin/uploads/${id}`),
    abandon: (id: string) => send('DELETE', `/admin/uploads/${id}`),
    /** Uploads a whole file at once. @returns its id */
    async whole(name: string, content: string | Uint8Array, queue = 'coverage'): Promise<string> {
      const bytes = Buffer.byteLength(content);
      const { id } = JSON.parse((await announce({ name, bytes, queue })).body) as { id: string };
      const answer = await append(id, 0, content);
      if (answer.status !== 204) throw new Error(`${answer.status} ${answer.body}`);
      return id;
    },
  };
}

export const sentenceOf = ({ body }: Answered) => (JSON.parse(body) as { error: string }).error;
