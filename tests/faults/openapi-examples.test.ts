import { expect, test } from 'vitest';
import { answerExamples } from '#lib/openapi/operations.ts';
import { answeredExamples } from '#tests/support/openapi/examples.ts';

test('the examples of the OpenAPI document are what a server with the demonstration data answers', async () => {
  // `node scripts/openapi-examples.ts` writes them again
  expect(await answeredExamples()).toEqual(answerExamples);
});
