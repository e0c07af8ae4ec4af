import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const userPresentAndVerified = 0x05;
const credentialIncluded = 0x40;

/** A passkey (ES256) that answers challenges like a browser on `origin`. */
export class SoftwareAuthenticator {
  readonly #credential = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get credentialId(): string {
    return this.#credential.toString('base64url');
  }

  /** The public key as COSE, the form that a server stores. */
  get publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [bytesOf(x), bytesOf(y)];
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes],
      [-3, yBytes],
    ]);
    return Buffer.from(isoCBOR.encode(cose));
  }

  /** The answer to a registration challenge (base64url). */
  register(challenge: string): RegistrationResponseJSON {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#credential.length);
    const made = Buffer.concat([Buffer.alloc(16), length, this.#credential, this.publicKey]);
    const authenticatorData = Buffer.concat([this.#head(userPresentAndVerified | credentialIncluded), made]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authenticatorData)],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
    });
  }

  /** The answer to a sign-in challenge (base64url). */
  authenticate(challenge: string): AuthenticationResponseJSON {
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#head(userPresentAndVerified);
    const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #answer<Response>(response: Response) {
    const id = this.credentialId;
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** The hash of the relying party, the flags, and a counter that stays 0, as passkeys have. */
  #head(flags: number): Buffer {
    return Buffer.concat([hash('sha256', new URL(this.#origin).hostname, 'buffer'), Buffer.of(flags, 0, 0, 0, 0)]);
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
