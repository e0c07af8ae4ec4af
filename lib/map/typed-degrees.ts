import type { MessageKey } from '#lib/messages/en/index.ts';

/** What a person typed for one coordinate: the number, or the message that says why it is none. */
type TypedDegrees =
  | { readonly ok: true; readonly degrees: number }
  | { readonly ok: false; readonly message: MessageKey };

/** What the messages give as an example. */
export const exampleDegrees = { latitude: '−41.2866', longitude: '174.7756' };

/**
 * Reads a coordinate as people type or paste it: spaces around it, a typographic minus, a plus, a degree sign and a
 * decimal comma are taken. Whether the place is inside the service area is for the API to say.
 */
export function parseTypedDegrees(name: 'latitude' | 'longitude', text: string): TypedDegrees {
  const plain = text.trim().replace(/[−–]/, '-').replace(/\s*°$/, '').replace(/^\+/, '');
  if (plain === '') return { ok: false, message: `ask.${name}-missing` };
  const isNumber = /^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain);
  const degrees = Number(plain.replace(',', '.'));
  if (!isNumber || Math.abs(degrees) > 360) {
    return { ok: false, message: `ask.${name}-wrong` };
  }
  return { ok: true, degrees };
}
