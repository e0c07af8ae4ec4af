import type { Why } from '#lib/registry/explanation.ts';

const sentences: Readonly<Record<Exclude<Why, 'list'>, string>> = {
  sandbox:
    'It is a sandbox name, which has a fixed status in every environment but production, whatever the register says.',
  active: 'It is registered and not cancelled.',
  pending: 'It was cancelled, and no release job has marked it yet.',
  marked: 'The release job has marked it; it is pending until the window of the job ends.',
  rule: 'Nobody has registered it, and a rule prohibits it.',
  released: 'A release job has released it, and nobody has registered it since.',
  nothing: 'It is not in the register, no rule prohibits it, and it is not on the list.',
};

/** The rule behind the API's answer, as a sentence. @param reason of the list, if the name is on it */
export function WhyAnswered({ why, reason }: { readonly why: Why; readonly reason: string }) {
  if (why !== 'list') return sentences[why];
  const end = reason === '' ? '.' : `: ${reason}`;
  return `Nobody has registered it, and it is on the list of names that cannot be registered${end}`;
}
