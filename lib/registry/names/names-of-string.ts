import { foldName, parseLabel } from './label.ts';
import { encodeLabels, type ParsedName } from './name.ts';
import { isAscii } from './punycode.ts';
import { isSecondLevelLabel, suffixes } from './suffix.ts';

/**
 * The 16 names that `string=<label>` asks for, in the order of the suffixes (R2, R6). A string that is no label gives 16
 * invalid ones (R3), each `<string as asked>.<suffix>`; a string with a dot is no label. A second-level label (`co`,
 * `māori`) gives one invalid name, that of the suffix itself. Meant for a string of at most 255 characters (R2).
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
        reason: parsed.valid ? 'is a suffix, not a name' : parsed.reason,
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
