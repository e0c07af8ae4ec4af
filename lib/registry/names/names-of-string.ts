import { foldName, parseLabel } from './label.ts';
import { encodeLabels, type ParsedName } from './name.ts';
import { isAscii } from './punycode.ts';
import { isSecondLevelLabel, suffixes } from './suffix.ts';

/**
 * The 16 names that `string=<label>` asks for, in the order of the suffixes (R2, R6). A string that is not a label, such
 * as one with a dot, gives 16 invalid names (R3), each `<string as asked>.<suffix>`. A second-level label (`co`,
 * `māori`) gives one invalid name: the suffix itself. Meant for strings of at most 255 characters (R2).
 */
export function namesOfString(asked: string): ParsedName[] {
  const parsed = parseLabel(foldName(asked));
  const encoded = encodeLabels(asked);
  const isAsciiAsked = isAscii(asked);
  return suffixes.map((suffix): ParsedName => {
    const isSuffixItself = parsed.valid && suffix === 'nz' && isSecondLevelLabel(parsed.label);
    if (!parsed.valid || isSuffixItself) {
      return {
        valid: false,
        domain: `${encoded}.${suffix}`,
        original: isAsciiAsked ? undefined : `${asked}.${suffix}`,
        reason: parsed.valid ? 'a-suffix' : parsed.reason,
      };
    }
    return {
      valid: true,
      domain: `${parsed.label}.${suffix}`,
      original: parsed.unicode === undefined ? undefined : `${parsed.unicode}.${suffix}`,
      label: parsed.label,
      suffix,
    };
  });
}
