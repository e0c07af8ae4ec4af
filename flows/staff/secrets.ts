import { secretKey } from '#flows/secret-key.ts';
import { processWide } from '#lib/process-wide.ts';
import { PasskeyChallenges } from '#lib/staff/second-factors.ts';
import { SecretBox } from '#lib/staff/secrets.ts';

/** Encrypts the secrets of authenticator apps. */
export const secretBox = () => processWide('secret-box', () => new SecretBox(secretKey()));

/** The purpose that the secret of a person's authenticator app is encrypted for. */
export const totpPurpose = (staffId: number) => `totp of staff ${staffId}`;

/** Makes and checks the challenges of passkeys. */
export const passkeyChallenges = () => processWide('passkey-challenges', () => new PasskeyChallenges(secretKey()));
