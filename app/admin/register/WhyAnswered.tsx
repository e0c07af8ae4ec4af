import type { Why } from '#lib/registry/explanation.ts';

interface WhyAnsweredProps {
  readonly why: Why;
  /** Why the name is on the list; empty for no reason. */
  readonly reason: string;
}

/** The rule behind the API's answer, as a sentence. */
export function WhyAnswered({ why, reason }: WhyAnsweredProps) {
  switch (why) {
    case 'sandbox':
      return 'It is a sandbox name, which has a fixed status in every environment but production, whatever the register says.';
    case 'active':
      return 'It is registered and not cancelled.';
    case 'pending':
      return 'It was cancelled, and no release job has marked it yet.';
    case 'marked':
      return 'The release job has marked it; it is pending until the window of the job ends.';
    case 'rule':
      return 'Nobody has registered it, and a rule prohibits it.';
    case 'list':
      return `Nobody has registered it, and it is on the list of names that cannot be registered${reason === '' ? '.' : `: ${reason}`}`;
    case 'released':
      return 'A release job has released it, and nobody has registered it since.';
    case 'nothing':
      return 'It is not in the register, no rule prohibits it, and it is not on the list.';
  }
}
