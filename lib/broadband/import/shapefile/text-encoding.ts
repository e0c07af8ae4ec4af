import { Refusal } from '#lib/refusal.ts';

/** What a `.dbf` file’s texts look like before their encoding is known. */
export interface TextFacts {
  /** Whether any text goes beyond ASCII. */
  readonly hasHighBytes: boolean;
  /** Whether all of those are well-formed UTF-8, which texts of other encodings hardly ever are by chance. */
  readonly areUtf8: boolean;
}

export interface TextEncoding {
  readonly decoder: TextDecoder;
  /** A name for people, and where it is from. */
  readonly note: string | undefined;
}

/** The byte of a `.dbf` file that names its code page; only those that are still met. */
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

const asUtf8 = 'utf-8';
const otherwise = 'windows-1252';

/**
 * The decoder of an encoding by any of the names that people and programs give it: `UTF-8`, `65001`, `CP1252`,
 * `ANSI 1252`, `ISO-8859-1`, `88591`.
 *
 * @returns undefined for one that is not known
 */
export function getDecoder(name: string): TextDecoder | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  const digits = /(\d+)(?:-(\d+))?$/.exec(plain);
  const number = digits === null ? '' : `${digits[1]}${digits[2] ?? ''}`;
  let label = plain;
  if (number === '65001' || plain === 'utf8') label = asUtf8;
  else if (/^(125[0-8]|874)$/.test(number) && !plain.startsWith('iso')) label = `windows-${number}`;
  else if (/^8859(\d{1,2})$/.test(number)) label = `iso-8859-${number.slice(4)}`;
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/**
 * How the texts of a `.dbf` file are to be read: as asked for, as its `.cpg` file says, as its language driver says, and
 * else as UTF-8 where they are that.
 *
 * @throws Refusal for an unknown encoding, and where the file contradicts itself
 */
export function chooseEncoding(
  said: { readonly asked: string | undefined; readonly codePage: string | undefined; readonly driver: number },
  { hasHighBytes, areUtf8 }: TextFacts,
): TextEncoding {
  const { asked, codePage } = said;
  if (asked !== undefined)
    return { decoder: requireDecoder(asked, 'The encoding'), note: `Texts were read as ${asked}, as was asked for.` };
  if (codePage !== undefined && codePage !== '') {
    if (!hasHighBytes) return { decoder: getDecoder(codePage) ?? new TextDecoder(otherwise), note: undefined };
    const decoder = requireDecoder(codePage, 'The .cpg file');
    if (decoder.encoding !== asUtf8 && areUtf8) {
      throw new Refusal(
        `The .cpg file says that texts are in ${codePage}, but all of them are written as UTF-8: say with --encoding which it is, UTF-8 or, if the file is right, ${decoder.encoding}.`,
      );
    }
    return { decoder, note: `Texts were read as ${codePage}, as the .cpg file says.` };
  }
  if (!hasHighBytes) return { decoder: new TextDecoder(otherwise), note: undefined };
  if (areUtf8) {
    const note = 'Texts were read as UTF-8, which they are; no .cpg file says so.';
    return { decoder: new TextDecoder(asUtf8, { fatal: true }), note };
  }
  const driver = said.driver === 0 ? otherwise : languageDrivers.get(said.driver);
  const decoder = driver === undefined ? undefined : getDecoder(driver);
  if (decoder === undefined) {
    throw new Refusal(
      `The .dbf file’s texts are in ${driver ?? `an unknown code page (language driver ${said.driver})`}, which is not read: say with --encoding what they are, or export the Shapefile as UTF-8.`,
    );
  }
  return {
    decoder,
    note: `Texts were read as ${decoder.encoding}; no .cpg file says what they are. Look at their accents and macrons.`,
  };
}

function requireDecoder(name: string, who: string): TextDecoder {
  const decoder = getDecoder(name);
  if (decoder !== undefined) return decoder;
  throw new Refusal(
    `${who} ${JSON.stringify(name)} is not known: say with --encoding what it is, such as UTF-8 or windows-1252.`,
  );
}
