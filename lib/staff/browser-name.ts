const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A short name for a browser by its `User-Agent`, which its owner recognises: `Firefox on Linux`. */
export function browserName(agent: string): string {
  const find = (kinds: readonly [RegExp, string][]) => kinds.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(browsers) ?? 'A browser';
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
