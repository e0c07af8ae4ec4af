import { Refusal } from '#lib/refusal.ts';
import { Projector } from './projector.ts';
import { nameOf, type Reference, references } from './reference.ts';
import type { ParsedReference } from './reference-name.ts';

/** What a person asked for; it wins over what a file says. */
export interface AskedReference {
  readonly reference?: Reference | undefined;
  /** Whether latitude or northing is written first. */
  readonly isSwapped?: boolean;
}

/** What a file says of its coordinates, and where it says so, as in `the .prj file`. */
export interface DeclaredReference {
  readonly reference: Reference;
  readonly by: string;
}

/** By which reference system a file was read. */
export interface Placement {
  readonly reference: Reference;
  readonly isSwapped: boolean;
  /** Where the file says so; undefined when it does not, or was not asked. */
  readonly by: string | undefined;
  readonly isAsked: boolean;
}

/** Positions had been read by another reference before the file said by which: it must be read from its beginning. */
export class ReadAgain extends Error {
  override name = 'ReadAgain';
  readonly declared: DeclaredReference;

  constructor(declared: DeclaredReference) {
    super('The file says only after its positions by which reference system they are to be read.');
    this.declared = declared;
  }
}

/** The reference system of the file being read: asked for, or declared in it, or else degrees of WGS 84. */
export class Georeference {
  readonly #asked: AskedReference;
  #declared: DeclaredReference | undefined;
  #projector: Projector;
  #isUsed = false;

  /** @param known what an earlier reading found declared */
  constructor(asked: AskedReference = {}, known?: DeclaredReference) {
    this.#asked = asked;
    this.#declared = known;
    this.#projector = this.#makeProjector();
  }

  /**
   * Takes what the file says.
   *
   * @param by where it says so, as in `the .prj file`
   * @throws Refusal for a reference that is not read, or a second one
   * @throws ReadAgain when positions were read by another one already
   */
  declare(parsed: ParsedReference, by: string): void {
    if (this.#asked.reference !== undefined) return;
    if (!parsed.ok) throw new Refusal(parsed.reason);
    const { reference } = parsed;
    const earlier = this.#declared;
    if (earlier !== undefined && earlier.reference.code !== reference.code) {
      throw new Refusal(
        `The file says that its coordinates are in ${nameOf(earlier.reference)} and, elsewhere, in ${nameOf(reference)}: say with --crs which it is.`,
      );
    }
    if (earlier !== undefined) return;
    this.#declared = { reference, by };
    const before = this.#projector.reference;
    this.#projector = this.#makeProjector();
    // all degrees are read alike
    const isSame = before.isDegrees && reference.isDegrees;
    if (this.#isUsed && !isSame) throw new ReadAgain(this.#declared);
  }

  /** What the next positions are to be read by. */
  projectorInUse(): Projector {
    this.#isUsed = true;
    return this.#projector;
  }

  get projector(): Projector {
    return this.#projector;
  }

  get placement(): Placement {
    const { reference, isSwapped } = this.#projector;
    return { reference, isSwapped, by: this.#declared?.by, isAsked: this.#asked.reference !== undefined };
  }

  #makeProjector(): Projector {
    const reference = this.#asked.reference ?? this.#declared?.reference ?? references[4326];
    return new Projector(reference, this.#asked.isSwapped === true);
  }
}
