import { commonest, commonLong } from './common-passwords.ts';

export const leastPasswordLength = 12;
const mostPasswordLength = 200;
/** Three common passwords strung together are 10⁹ guesses: too few. */
const fewPieces = 3;

const common = new Set([...commonest, ...commonLong].filter((word) => word.length >= 3));

/** A password as it is hashed and compared: however a keyboard composes its characters, it is the same one. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Why a password may not be chosen; undefined when it may: 12 characters or more, neither one of the 1,000 commonest nor
 * made of them, and nothing of the person's e-mail address.
 */
export function passwordFault(password: string, email: string): string | undefined {
  const folded = foldPassword(password);
  const length = [...folded].length;
  if (length < leastPasswordLength) {
    return `A password has at least ${leastPasswordLength} characters; this one has ${length}. A few words in a row do well.`;
  }
  if (length > mostPasswordLength) return `A password has at most ${mostPasswordLength} characters.`;
  if (holdsEmail(folded.toLowerCase(), email.toLowerCase())) {
    return 'A password must not hold your e-mail address or the name in it.';
  }
  if (isMadeOfCommon(folded.toLowerCase())) {
    return 'This is one of the commonest passwords, or made of them. Choose one that nobody else would.';
  }
  return undefined;
}

function holdsEmail(password: string, email: string): boolean {
  const name = email.split('@')[0] ?? '';
  return password.includes(email) || (name.length >= 4 && password.includes(name));
}

/** Whether a password is common, or few common ones in a row, whatever digits and signs stand before and after. */
function isMadeOfCommon(password: string): boolean {
  const withoutSigns = password.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const withoutDigits = withoutSigns.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [password, withoutSigns, withoutDigits].some((core) => countPieces(core) <= fewPieces);
}

/** The least number of pieces a text is made of, each a common password or a run such as `aaaa`, `6789` or `fedc`. */
function countPieces(text: string): number {
  const least = [0];
  for (let end = 1; end <= text.length; end++) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - 24); start < end; start++) {
      const before = least[start] ?? Number.POSITIVE_INFINITY;
      const piece = text.slice(start, end);
      if (before + 1 < best && (common.has(piece) || isRun(piece))) best = before + 1;
    }
    least.push(best);
  }
  return least[text.length] ?? 0;
}

function isRun(piece: string): boolean {
  if (piece.length < 3) return false;
  const step = piece.charCodeAt(1) - piece.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let at = 2; at < piece.length; at++) if (piece.charCodeAt(at) - piece.charCodeAt(at - 1) !== step) return false;
  return true;
}
