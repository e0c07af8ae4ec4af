import { readFileSync } from 'node:fs';
import type { Role } from '#lib/staff/role.ts';
import { absoluteFolder, newestBuild } from '#server/http/build-folder.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { seedSession } from './session.ts';

/** A server action as named in the source: `app/admin/users/actions.ts`, `revokeKey`. */
export interface ActionName {
  readonly file: string;
  readonly name: string;
}

interface ActionRequest {
  /** A page that has the action. */
  readonly page: string;
  readonly action: ActionName;
  readonly values: readonly unknown[];
  readonly cookie: string | undefined;
  /** The `Origin` and the host of the request; no `Origin` if undefined. */
  readonly origin: string | undefined;
}

interface Answer {
  readonly ok?: boolean;
  readonly status?: number;
  readonly sentence?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly value?: unknown;
}

/** The origin of the servers that tests start (their BASE_URL). */
export const ownOrigin = 'http://localhost:3000';

/** Calls a server action like a browser and returns its result; empty if Next itself refused. */
export async function callAction(port: number, request: ActionRequest): Promise<Answer> {
  const { body } = await callActionRaw(port, request);
  // a long text has its own row before this one, without a line break
  const row = /1:(\{"ok":.*\})$/m.exec(body)?.[1];
  return row === undefined ? {} : (JSON.parse(row) as Answer);
}

/** The same, with the whole HTTP answer. `headers` are sent in addition to a browser's own. */
export function callActionRaw(
  port: number,
  {
    page,
    action,
    values,
    cookie,
    origin,
    headers,
  }: ActionRequest & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Answered> {
  return ask(port, {
    target: page,
    method: 'POST',
    headers: {
      ...headers,
      'Next-Action': actionId(action),
      'Content-Type': 'text/plain;charset=UTF-8',
      Accept: 'text/x-component',
      Host: new URL(origin ?? ownOrigin).host,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(origin === undefined ? {} : { Origin: origin }),
    },
    body: JSON.stringify(values),
  });
}

/** Adds a member of staff to a test's database. @returns the cookie of their session */
export function signIn(databaseFile: string, role: Role): string {
  return `watea-session=${seedSession(databaseFile, { email: emailOf(role), role, nowMs: fixtureNowMs })}`;
}

/** Adds a person of a provider to a test's database. @returns the cookie of their session */
export function signInFor(databaseFile: string, provider: string, email: string): string {
  return `watea-session=${seedSession(databaseFile, { email, role: 'provider', provider, nowMs: fixtureNowMs })}`;
}

/** The email address of the member of staff that `signIn` adds. */
export const emailOf = (role: Role) => `${role}@watea.example`;

/** The id of an action in the newest build. */
export function actionId({ file, name }: ActionName): string {
  const manifest = JSON.parse(
    readFileSync(`${absoluteFolder(newestBuild())}/server/server-reference-manifest.json`, 'utf8'),
  ) as { node: Record<string, { filename: string; exportedName: string }> };
  const found = Object.entries(manifest.node).find(
    ([, { filename, exportedName }]) => filename === file && exportedName === name,
  );
  if (found === undefined) throw new Error(`The build has no action ${name} of ${file}.`);
  return found[0];
}
