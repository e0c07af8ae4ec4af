import { onTestFinished } from 'vitest';
import { type Behaviour, type MailServer, openMailServer } from './open-mail-server.ts';

export { password } from './open-mail-server.ts';
export type { MailServer };

/** Starts a mail server for one test. */
export async function startMailServer(behaviour: Behaviour = {}): Promise<MailServer> {
  const server = await openMailServer(behaviour);
  onTestFinished(server.close);
  return server;
}
