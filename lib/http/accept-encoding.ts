import Negotiator from 'negotiator';

/** The most different `Accept-Encoding` that are remembered. */
const maxChosen = 200;

/**
 * Chooses an encoding for each `Accept-Encoding` (RFC 9110, 12.5.3), and remembers it: callers repeat the same few, and a
 * choice takes a microsecond.
 *
 * @param own those that there are; of several that the caller accepts equally the one it names first, else the first of these
 */
export function encodingChooser<Encoding extends string>(
  own: readonly (Encoding | 'identity')[],
): (acceptEncoding: string | null) => Encoding | 'identity' {
  const chosen = new Map<string, Encoding | 'identity'>();
  return (acceptEncoding) => {
    if (acceptEncoding === null) return 'identity';
    const known = chosen.get(acceptEncoding);
    if (known !== undefined) return known;
    const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
    const preferred = negotiator.encodings([...own])[0];
    const encoding = own.find((one) => one === preferred) ?? 'identity';
    if (chosen.size >= maxChosen) chosen.clear();
    chosen.set(acceptEncoding, encoding);
    return encoding;
  };
}
