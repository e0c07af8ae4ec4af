/** How much of a path is logged, in characters. */
const longestPath = 300;
/** No run of letters and digits as long as the shortest key is logged. */
const shortestKey = 20;

/** What comes behind this names a home (N17). */
const addressStart = '/api/2.0/availability/address/';

/**
 * A path as it may be logged: coordinates to 2 decimals and no address, because they are people's homes (N12), and nothing
 * as long as a key, which a missing question mark may have put into the path (B8).
 */
export function loggablePath(path: string): string {
  // unescaped first, because escapes would hide both
  const plain = path.includes('%')
    ? path.replace(/%([2-7][0-9a-f])/gi, (_escape, code: string) => String.fromCharCode(Number(`0x${code}`)))
    : path;
  if (plain.startsWith(addressStart)) return `${addressStart}…`;
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
  // lower-case letters differ from capitals by 0x20
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}
