import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its self-signed certificate, in PEM. A client trusts it as `ca`. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for `localhost` and 127.0.0.1, valid for an hour (RFC 5280). */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const localhost = der(0x82, Buffer.from('localhost'));
  const loopback = der(0x87, Buffer.of(127, 0, 0, 1));
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - 60_000), time(Date.now() + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(localhost, loopback))))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER (X.690): tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x82), length, body]);
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const integer = (value: number) => der(0x02, Buffer.of(value));
const oid = (encoded: string) => der(0x06, Buffer.from(encoded, 'hex'));
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
