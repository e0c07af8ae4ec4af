import { Refusal, required } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';

/** What the text of a `.dbf` file looks like before its encoding is known. */
export interface TextFacts {
  /** Whether any text goes beyond ASCII. */
  readonly hasHighBytes: boolean;
  /** Whether all such texts are well-formed UTF-8, which text of other encodings hardly ever is by chance. */
  readonly areUtf8: boolean;
}

export interface TextEncoding {
  readonly decoder: TextDecoder;
  /** Which encoding it is and how that is known; undefined if it makes no difference. */
  readonly note: ReadingNote | undefined;
}

/** What names the encoding of a `.dbf` file. */
interface EncodingClaims {
  /** The choice of a person. */
  readonly asked: string | undefined;
  /** The content of the `.cpg` file. */
  readonly codePage: string | undefined;
  /** The language driver in the `.dbf` file; 0 if it has none. */
  readonly driver: number;
}

/** Code pages by language driver, the byte that names them in a `.dbf` file; only those still in use. */
const languageDrivers: ReadonlyMap<number, string> = new Map([
  [0x01, 'cp437'],
  [0x02, 'cp850'],
  [0x03, 'windows-1252'],
  [0x57, 'windows-1252'],
  [0x58, 'windows-1252'],
  [0x59, 'windows-1252'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xcc, 'windows-1257'],
]);

const utf8 = 'utf-8';
const fallback = 'windows-1252';

/**
 * The decoder of an encoding by any of the names that people and programs use: `UTF-8`, `65001`, `CP1252`, `ANSI 1252`,
 * `ISO-8859-1`, `88591`.
 *
 * @returns undefined for an unknown encoding
 */
export function getDecoder(name: string): TextDecoder | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  const digits = /(\d+)(?:-(\d+))?$/.exec(plain);
  const number = digits === null ? '' : `${digits[1]}${digits[2] ?? ''}`;
  let label = plain;
  if (number === '65001' || plain === 'utf8') label = utf8;
  else if (/^(125[0-8]|874)$/.test(number) && !plain.startsWith('iso')) label = `windows-${number}`;
  else if (/^8859(\d{1,2})$/.test(number)) label = `iso-8859-${number.slice(4)}`;
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * How to read the text of a `.dbf` file: as a person chose, as its `.cpg` file says, as UTF-8 if all of it is valid
 * UTF-8, or else as its language driver says.
 *
 * @throws Refusal for an unknown encoding, and if the file contradicts itself
 */
export function chooseEncoding(claims: EncodingClaims, { hasHighBytes, areUtf8 }: TextFacts): TextEncoding {
  const { asked, codePage, driver } = claims;
  if (asked !== undefined) return noted(requireDecoder(asked, 'choice'), asked, 'choice');
  if (!hasHighBytes) return { decoder: getDecoder(codePage || fallback) ?? new TextDecoder(fallback), note: undefined };
  if (codePage !== undefined && codePage !== '') {
    const decoder = requireDecoder(codePage, 'cpg');
    if (decoder.encoding !== utf8 && areUtf8)
      throw new Refusal({ code: 'encoding-contradiction', said: codePage, decoded: decoder.encoding });
    return noted(decoder, codePage, 'cpg');
  }
  if (areUtf8) return noted(new TextDecoder(utf8, { fatal: true }), 'UTF-8', 'content');
  const driverPage = driver === 0 ? fallback : languageDrivers.get(driver);
  const decoder = driverPage === undefined ? undefined : getDecoder(driverPage);
  if (decoder === undefined) throw new Refusal({ code: 'code-page-not-read', codePage: driverPage, driver });
  return noted(decoder, decoder.encoding, 'default');
}

function noted(
  decoder: TextDecoder,
  encoding: string,
  by: Extract<ReadingNote, { code: 'text-encoding' }>['by'],
): TextEncoding {
  return { decoder, note: { code: 'text-encoding', encoding, by } };
}

function requireDecoder(encoding: string, source: 'choice' | 'cpg'): TextDecoder {
  return required(getDecoder(encoding), { code: 'encoding-unknown', encoding, source });
}
