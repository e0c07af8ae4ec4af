import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { getExchange } from '#lib/http/exchange.ts';
import { processWide } from '#lib/process-wide.ts';
import { Refusal } from '#lib/refusal.ts';
import { foldPassword } from './password.ts';

/** The hash of a password that nobody has. It was made with the same cost, so checking it takes as long as a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$x3+qy/Y6yk+lwGpRZiRzwA$bUxWLUELMsxXbvIN6DnctzZtYSCal++Ifdlu53RCJck';

const phcForm = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(?<salt>[A-Za-z\d+/]{22})\$(?<hash>[A-Za-z\d+/]{43})$/;

const argon2Async = promisify(argon2);

/**
 * argon2id with 19 MiB and two passes, as the OWASP Password Storage Cheat Sheet recommends. It runs for some 40 ms on a
 * thread of its own; Node's own function needs no native package for each platform.
 */
function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const message = foldPassword(password);
  return argon2Async('argon2id', { message, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
}

/** The hash of a password as it is stored: argon2id, in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether this is the password. Without a hash (no such account, or no password yet) it takes as long and is false. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, hash } = phcForm.exec(stored ?? hashOfNobody)?.groups ?? {};
  if (salt === undefined || hash === undefined) return false;
  const matches = timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), Buffer.from(hash, 'base64'));
  return matches && stored != null;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** How many passwords are hashed at once, for everybody: a hash takes 19 MiB and a core for some 50 ms. */
const mostAtOnce = 2;
/** How many more may wait for that; whoever comes then is refused. */
const mostWaiting = 8;

/** Waits for its turn, then hashes. */
export type InTurn = <Result>(hash: () => Promise<Result>) => Promise<Result>;

/** A place of one who hashes, or waits to. */
interface Place {
  /** Whether nobody waits for the answer now. */
  readonly hasLeft: () => boolean;
}

interface Waiting {
  readonly place: Place;
  readonly begin: () => void;
  readonly giveUp: (reason: Refusal) => void;
}

/** Lets only a few passwords be hashed at once, and only a few more wait. */
export class HashingTurns {
  readonly #places = new Set<Place>();
  #waiting: Waiting[] = [];
  #running = 0;

  /**
   * Runs `work` in a place of its own, from before its attempt is counted.
   *
   * @throws Refusal (`too-many-sign-ins`) when all places are taken, and for one who left while waiting
   */
  async withPlace<Result>(place: Place, work: (inTurn: InTurn) => Promise<Result>): Promise<Result> {
    if (this.#isFull) this.#dropThoseWhoLeft();
    if (this.#isFull) throw new Refusal({ code: 'too-many-sign-ins' });
    this.#places.add(place);
    try {
      return await work((hash) => this.#inTurn(place, hash));
    } finally {
      this.#places.delete(place);
    }
  }

  get #isFull(): boolean {
    return this.#places.size >= mostAtOnce + mostWaiting;
  }

  async #inTurn<Result>(place: Place, hash: () => Promise<Result>): Promise<Result> {
    if (this.#running < mostAtOnce) this.#running++;
    // the turn passes from one to the next, so that nobody who comes later is quicker
    else await new Promise<void>((begin, giveUp) => this.#waiting.push({ place, begin, giveUp }));
    try {
      return await hash();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next.begin();
    }
  }

  #dropThoseWhoLeft(): void {
    const left = this.#waiting.filter(({ place }) => place.hasLeft());
    this.#waiting = this.#waiting.filter((waiting) => !left.includes(waiting));
    for (const { place, giveUp } of left) {
      this.#places.delete(place);
      giveUp(new Refusal({ code: 'too-many-sign-ins' }));
    }
  }
}

/** Runs `work` in a place for hashing passwords in this process. @throws Refusal when too many others do */
export function withHashingPlace<Result>(work: (inTurn: InTurn) => Promise<Result>): Promise<Result> {
  const hasLeft = getExchange()?.hasLeft ?? (() => false);
  return processWide('hashing-turns', () => new HashingTurns()).withPlace({ hasLeft }, work);
}
