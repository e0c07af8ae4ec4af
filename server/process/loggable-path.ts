/** What is logged of a path, in characters. */
const longestPath = 300;
/** Nothing in a row of letters and digits that is as long as the shortest key is logged. */
const shortestKey = 20;

/**
 * A path as it may stand in a log: coordinates to 2 decimals, because they are people's homes (N12), and without
 * anything as long as a key, which may have slipped into the path by a lost question mark (B8).
 */
export function loggablePath(path: string): string {
  // escapes are undone first: they would hide both
  const plain = path.includes('%')
    ? path.replace(/%([2-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(Number(`0x${code}`)))
    : path;
  return withShortDecimals(withoutKeys(plain)).slice(0, longestPath);
}

function withoutKeys(path: string): string {
  let inARow = 0;
  for (let at = 0; at < path.length; at++) {
    inARow = isLetterOrDigit(path.charCodeAt(at)) ? inARow + 1 : 0;
    if (inARow === shortestKey) return path.replace(/[A-Za-z0-9]{20,}/g, '…');
  }
  return path;
}

function withShortDecimals(path: string): string {
  let text = '';
  let written = 0;
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (code !== 0x2e && code !== 0x2c) continue;
    let end = at + 1;
    while (isDigit(path.charCodeAt(end))) end++;
    if (end <= at + 3) continue;
    text += path.slice(written, at + 3);
    written = end;
    at = end - 1;
  }
  return written === 0 ? path : text + path.slice(written);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetterOrDigit(code: number): boolean {
  // 0x20 is what tells small letters from capitals
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
