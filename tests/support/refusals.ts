import { inCommandLineWords } from '#cli/words.ts';
import type { Fault, Reason, Refusal } from '#lib/refusal.ts';

/** Faults as pairs of place and sentence, in the words of the command line. */
export function faultWords(faults: readonly Fault[]): { where: string; message: string }[] {
  const worded = inCommandLineWords({ reason: { code: 'invalid' }, faults, total: faults.length });
  return worded.faults.map(({ where, sentence }) => ({ where, message: sentence }));
}

/** The refusal thrown by `work`. @throws Error if it does not refuse */
export function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'Refusal') return fault as Refusal;
    throw fault;
  }
  throw new Error('It was not refused.');
}

/** A reason in the words of the command line. */
export function wordsOf(reason: Reason): string {
  return inCommandLineWords({ reason, faults: [], total: 0 }).sentence;
}

/** The refusal with which a promise rejects. @throws Error if it does not refuse */
export async function rejectionOf(work: Promise<unknown>): Promise<Refusal> {
  const fault = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return refusalOf(() => {
    if (fault !== undefined) throw fault;
  });
}

/** The code of a reason, and its sentence in the words of the command line. */
export function codeAndWords(reason: Reason): [code: string, sentence: string] {
  return [reason.code, wordsOf(reason)];
}
