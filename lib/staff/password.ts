import type { Reason } from '#lib/refusal.ts';
import { longCommonPasswords, mostCommonPasswords } from './common-passwords.ts';
import { leastPasswordLength, mostPasswordLength } from './password-length.ts';

/** Three common passwords strung together are 10⁹ guesses: too few. */
const fewPieces = 3;

const common = new Set([...mostCommonPasswords, ...longCommonPasswords].filter((word) => word.length >= 3));

/** A password as it is hashed and compared: the same however a keyboard composes its characters. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Why a password may not be chosen, or undefined. It needs 12 to 200 characters, must not be one of the 1,000 most
 * common ones or a few of them in a row, and must not contain the person's email address or the name in it; a name of two or three letters counts as a word.
 */
export function passwordFault(password: string, email: string): Reason | undefined {
  const folded = foldPassword(password);
  const length = [...folded].length;
  if (length < leastPasswordLength) return { code: 'password-too-short', length, least: leastPasswordLength };
  if (length > mostPasswordLength) return { code: 'password-too-long', most: mostPasswordLength };
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (containsEmail(folded.toLowerCase(), email.toLowerCase(), name)) return { code: 'password-has-email' };
  return isMadeOfCommon(folded.toLowerCase(), name) ? { code: 'password-common' } : undefined;
}

function containsEmail(password: string, email: string, name: string): boolean {
  return password.includes(email) || (name.length >= 4 ? password.includes(name) : hasWord(password, name));
}

/** Whether a short name is a word of the password, once or repeated. Within other words it is there by chance. */
function hasWord(password: string, name: string): boolean {
  if (name.length < 2) return false;
  return password.split(/[^\p{L}\p{M}]+/u).some((word) => word !== '' && word.replaceAll(name, '') === '');
}

/** Whether a password is a common one, or a few in a row, whatever digits and signs come before and after. */
function isMadeOfCommon(password: string, name: string): boolean {
  const withoutSigns = password.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const withoutDigits = withoutSigns.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [password, withoutSigns, withoutDigits].some((core) => countPieces(core, name) <= fewPieces);
}

/** The fewest pieces that make up a text, each the name, a common password or a run such as `aaaa`, `6789` or `fedc`. */
function countPieces(text: string, name: string): number {
  const least = [0];
  for (let end = 1; end <= text.length; end++) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - 24); start < end; start++) {
      const before = least[start] ?? Number.POSITIVE_INFINITY;
      const piece = text.slice(start, end);
      if (before + 1 < best && (common.has(piece) || isRun(piece) || isName(piece, name))) best = before + 1;
    }
    least.push(best);
  }
  return least[text.length] ?? 0;
}

function isName(piece: string, name: string): boolean {
  return name.length >= 2 && piece === name;
}

function isRun(piece: string): boolean {
  if (piece.length < 3) return false;
  const step = piece.charCodeAt(1) - piece.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let at = 2; at < piece.length; at++) if (piece.charCodeAt(at) - piece.charCodeAt(at - 1) !== step) return false;
  return true;
}
