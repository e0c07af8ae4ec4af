import { Refusal } from '#lib/refusal.ts';
import type { DeclaredBy, ReferenceUse } from '#lib/words/coverage/reference.ts';
import { Projector } from './projector.ts';
import { type Reference, references } from './reference.ts';
import type { ParsedReference } from './reference-name.ts';

/** What a person chose; it wins over what a file says. */
export interface AskedReference {
  readonly reference?: Reference | undefined;
  /** Whether latitude or northing is written first. */
  readonly isSwapped?: boolean;
}

/** The reference system that a file declares, and where. */
export interface DeclaredReference {
  readonly reference: Reference;
  readonly by: DeclaredBy;
}

/** The reference system in which a file was read. */
export interface Placement {
  readonly reference: Reference;
  readonly isSwapped: boolean;
  /** Where the file declares it; undefined if it does not, or was not asked. */
  readonly declaredBy: DeclaredBy | undefined;
  /** Whether a person chose it. */
  readonly isAsked: boolean;
}

/** Positions were read before the file declared another reference system: it must be read again from the beginning. */
export class ReadAgain extends Error {
  override name = 'ReadAgain';
  readonly declared: DeclaredReference;

  constructor(declared: DeclaredReference) {
    super('The file declares its reference system only after its positions.');
    this.declared = declared;
  }
}

/** The reference system of the file that is being read: chosen, or declared in it, or else degrees of WGS 84. */
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
   * Takes what the file declares.
   *
   * @throws Refusal for a reference system that is not read, or a second one
   * @throws ReadAgain if positions were already read in another one
   */
  declare(parsed: ParsedReference, by: DeclaredBy): void {
    if (this.#asked.reference !== undefined) return;
    if (!parsed.ok) throw new Refusal(parsed.reason);
    const { reference } = parsed;
    const earlier = this.#declared?.reference.code;
    if (earlier !== undefined && earlier !== reference.code)
      throw new Refusal({ code: 'references-differ', first: earlier, second: reference.code });
    if (earlier !== undefined) return;
    this.#declared = { reference, by };
    const before = this.#projector.reference;
    this.#projector = this.#makeProjector();
    // all reference systems in degrees are read alike
    const isSame = before.isDegrees && reference.isDegrees;
    if (this.#isUsed && !isSame) throw new ReadAgain(this.#declared);
  }

  /** The projector of the next positions. */
  projectorInUse(): Projector {
    this.#isUsed = true;
    return this.#projector;
  }

  get projector(): Projector {
    return this.#projector;
  }

  get placement(): Placement {
    const { reference, isSwapped } = this.#projector;
    return { reference, isSwapped, declaredBy: this.#declared?.by, isAsked: this.#asked.reference !== undefined };
  }

  #makeProjector(): Projector {
    const reference = this.#asked.reference ?? this.#declared?.reference ?? references[4326];
    return new Projector(reference, this.#asked.isSwapped === true);
  }
}

/** The reference system in which a file was read, as plain data. */
export interface ProjectionFacts extends ReferenceUse {
  readonly name: string;
  /** How far its positions may be from where WGS 84 has them. */
  readonly accuracyMetres: number;
}

export function projectionFacts({ reference, isSwapped, declaredBy, isAsked }: Placement): ProjectionFacts {
  const { code, name, accuracyMetres } = reference;
  return { code, name, accuracyMetres, swapped: isSwapped, asked: isAsked, declaredBy: declaredBy ?? null };
}
