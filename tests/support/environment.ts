/** The environment of a process that a test starts, with these settings and no others: vitest has a `BASE_URL` of its own. */
export function environmentWith(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { BASE_URL: _ofVitest, ...inherited } = process.env;
  return { ...inherited, ...settings };
}
