import type { certaintyOf } from '#lib/registry/explanation.ts';

/** How certain the drop of a pending name is. */
export const certaintyWords: Readonly<Record<NonNullable<ReturnType<typeof certaintyOf>>, string>> = {
  'will-drop': 'Will drop',
  'may-be-restored': 'May still be restored',
};
