import type { Why } from '#lib/registry/explanation.ts';

interface WhyAnsweredProps {
  readonly why: Why;
  /** Why the name stands on a list, when it does; empty when nobody said. */
  readonly reason: string;
}

/** Why the API answers as it does, in a sentence. */
export function WhyAnswered({ why, reason }: WhyAnsweredProps) {
  switch (why) {
    case 'try-out':
      return 'It is a name of the try-out set, which has fixed answers in every environment but production, whatever the register says.';
    case 'active':
      return 'It is in the register, and not cancelled.';
    case 'pending':
      return 'It was cancelled, and no release job has taken it yet.';
    case 'marked':
      return 'The release job has taken it; until its window ends it is still pending.';
    case 'rule':
      return 'Nobody has it, and a rule that needs no list keeps it from being registered.';
    case 'list':
      return `Nobody has it, and it stands on the list of names that cannot be registered${reason === '' ? '.' : `: ${reason}`}`;
    case 'released':
      return 'A release job has taken it, its window is over, and nobody has registered it since.';
    case 'nothing':
      return 'It is not in the register, no rule forbids it, and it is on no list.';
  }
}
