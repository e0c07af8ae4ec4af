import type { Availability } from './availability.ts';

/** How a version of the API writes what is available at a point. */
export interface AnswerForm {
  /** A technology's name as this form writes it. */
  readonly nameOf: (technology: string) => string;
  readonly words: Readonly<Record<Availability, string>>;
  /** The name of the member that says when an offer will be complete. */
  readonly completion: 'completion' | 'planned_date';
  /** The technologies that come first, in this order; undefined for the fastest first (N5). */
  readonly fixedOrder?: readonly string[];
}

const first = {
  nameOf: (technology) => technology,
  words: { Available: 'Available', Underway: 'Underway', Planned: 'Planned', 'Not Available': 'Not Available' },
  completion: 'completion',
} as const satisfies AnswerForm;

/** The forms of the answer: version 1.0, version 2.0 (N13), and that of the old site (N14). */
export const answerForms = {
  '1.0': first,
  '2.0': {
    nameOf: (technology) => technology.toLowerCase(),
    words: { Available: 'available', Underway: 'planned', Planned: 'planned', 'Not Available': 'unavailable' },
    completion: 'planned_date',
  },
  networks: { ...first, fixedOrder: ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'] },
} as const satisfies Record<string, AnswerForm>;

export type AnswerFormName = keyof typeof answerForms;
