import { processWide } from '#lib/process-wide.ts';
import { PasskeyChallenges } from '#lib/staff/passkey-challenge.ts';
import { SecretBox } from '#lib/staff/secret-box.ts';
import { secretKey } from '#server/process/secret-key.ts';

/** Seals and opens the secrets of authenticator apps. */
export const secretBox = () => processWide('secret-box', () => new SecretBox(secretKey()));

/** What a secret of an authenticator app is sealed for. */
export const totpPurpose = (staffId: number) => `totp of staff ${staffId}`;

/** Makes and checks the challenges of passkeys. */
export const passkeyChallenges = () => processWide('passkey-challenges', () => new PasskeyChallenges(secretKey()));
