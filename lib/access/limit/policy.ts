import type { LimitWindow } from './window.ts';

/** One limit of a policy; `label` begins its member of the RateLimit header. */
export type LimitRule = Readonly<{ window: LimitWindow; quota: number; label: string }>;

/** What a request takes of each kind of window. */
export type Cost = Readonly<Record<LimitWindow['counts'], number>>;
export const oneRequest: Cost = { requests: 1, lookups: 1 };

/** The limits one caller stands under, in the order in which the headers name them. */
export type Policy = Readonly<{ rules: readonly LimitRule[]; header: string }>;

/**
 * Makes a policy with its RateLimit-Policy text, such as `"second";q=10;w=1, "day";q=50000;w=86400` (B6). Make it once
 * for many requests. Throws a RangeError for a quota that is not a whole number from 1 on.
 */
export function definePolicy(limits: readonly Readonly<{ window: LimitWindow; quota: number }>[]): Policy {
  const rules = limits.map(({ window, quota }) => {
    if (!Number.isSafeInteger(quota) || quota < 1) {
      throw new RangeError(`The limit per ${window.name} must be a whole number from 1 on, not ${quota}.`);
    }
    return { window, quota, label: `"${window.name}";r=` };
  });
  const header = rules.map(({ window, quota }) => `"${window.name}";q=${quota};w=${window.seconds}`).join(', ');
  return { rules, header };
}
