import { environmentForChildren } from '#lib/env.ts';

/**
 * The part a process of the server plays. The first process keeps the port; it starts a primary, or a successor of the
 * running one, which may start workers.
 */
export type Role = 'first' | 'primary' | 'successor' | 'worker';

const name = 'WATEA_ROLE';
const roles: readonly Role[] = ['primary', 'successor', 'worker'];

/** The environment for a child process of this role. */
export function environmentFor(role: Role): NodeJS.ProcessEnv {
  return { ...process.env, ...environmentForChildren(), [name]: role };
}

/** The role of this process, which its own children do not inherit. */
export function takeRole(): Role {
  const given = process.env[name];
  delete process.env[name];
  return roles.find((role) => role === given) ?? 'first';
}
