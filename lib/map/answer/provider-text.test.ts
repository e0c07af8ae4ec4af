import { describe, expect, test } from 'vitest';
import { displayText, getProviderLink } from './provider-text.ts';

describe('a text from an import', () => {
  test.each([
    ['Tūī Fibre', 'Tūī Fibre'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['evil \u202egnp.exe', 'evil gnp.exe'],
    ['a\u2067b\u2069c\u200fd', 'abcd'],
    ['two\n\tlines\u2028 here', 'two lines here'],
    ['nul\u0000byte\u001b[31m', 'nul byte [31m'],
    ['  \u200e ', ''],
    ['עברית', 'עברית'],
    ['👩‍🌾 Farm Net', '👩‍🌾 Farm Net'],
  ])('%j is shown as %j', (text, shown) => {
    expect(displayText(text)).toBe(shown);
  });
});

describe('a link from an import', () => {
  test.each([
    ['https://provider.example/nz?x=1', 'https://provider.example/nz?x=1', 'provider.example'],
    [' http://www.provider.example ', 'http://www.provider.example/', 'provider.example'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', 'evil.example'],
    ['https://pаypal.example/', 'https://xn--pypal-4ve.example/', 'xn--pypal-4ve.example'],
    ['HTTPS://PROVIDER.EXAMPLE:8443', 'https://provider.example:8443/', 'provider.example:8443'],
  ])('%j links to %s', (url, href, host) => {
    expect(getProviderLink(url)).toEqual({ href, host });
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//provider.example',
    'provider.example',
    'https://',
    '',
  ])('%j is not a link', (url) => {
    expect(getProviderLink(url)).toBeUndefined();
  });
});
