import { expect, test } from 'vitest';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.ts';

test('ten different codes are made that are easy to copy', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-km-np-z]{4}(-[2-9a-km-np-z]{4}){3}$/);
});

test.each(['k3fq-8mzt-w2ph-7xnd', 'K3FQ8MZTW2PH7XND', ' k3fq 8mzt w2ph 7xnd '])('"%s" is the same code', (typed) => {
  expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode('k3fq-8mzt-w2ph-7xnd'));
});
