import type { UsageApi } from '#lib/usage/batch.ts';

/** The APIs at the start of a sentence. */
export const apiNames: Readonly<Record<UsageApi, string>> = {
  registry: 'The registry API',
  broadband: 'The broadband API',
};

/** What was never published that an API could answer from. */
export const unpublished: Readonly<Record<UsageApi, string>> = {
  registry: 'no register has been imported',
  broadband: 'no coverage version has been published',
};
