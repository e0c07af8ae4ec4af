import { givenEnvironment } from '#flows/files/settings-file.ts';
import { environmentForChildren } from '#lib/env.ts';

/**
 * The part a process of the server plays. The first process keeps the port; it starts a primary, or a successor of the
 * running one, which may start workers.
 */
export type Role = 'first' | 'primary' | 'successor' | 'worker';

const name = 'WATEA_ROLE';
const roles: readonly Role[] = ['primary', 'successor', 'worker'];

/** The environment for a worker of this process. */
export function environmentForWorker(): NodeJS.ProcessEnv {
  return { ...process.env, ...environmentForChildren(), [name]: 'worker' satisfies Role };
}

/**
 * The environment for a primary, which reads the file of settings itself: it may have changed since this process did.
 *
 * @param clockOffsetMs the offset of its predecessors; the first primary works it out when it starts
 */
export function environmentForPrimary(
  role: 'primary' | 'successor',
  clockOffsetMs: number | undefined,
): NodeJS.ProcessEnv {
  const clock = clockOffsetMs === undefined ? {} : { WATEA_CLOCK_OFFSET_MS: String(clockOffsetMs) };
  return { ...givenEnvironment, ...clock, [name]: role };
}

/** The role of this process, which its own children do not inherit. */
export function takeRole(): Role {
  const given = process.env[name];
  delete process.env[name];
  return roles.find((role) => role === given) ?? 'first';
}
