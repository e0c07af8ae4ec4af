import { isPrivateHeader } from './private-headers.ts';

/** Headers for one connection only (RFC 9110, 7.6.1): the two connections of a handed-over request have their own. */
const hopByHop = /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * The headers that pass between a caller and the pages process, in their order and with their repetitions: names and
 * values in turn, as in `rawHeaders`. What only the processes of this server say to each other is left out.
 */
export function forwardedHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (!hopByHop.test(name) && !isPrivateHeader(name)) kept.push(name, raw[at + 1] as string);
  }
  return kept;
}
