/** The environment of a process that a test starts, with these settings added and without vitest's own `BASE_URL`. */
export function environmentWith(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { BASE_URL: _ofVitest, ...inherited } = process.env;
  return { ...inherited, ...settings };
}
