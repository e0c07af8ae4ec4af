/**
 * A name as it is in addresses: `Ōpōtiki District` is `opotiki-district`. Letters of other scripts are left out: an address
 * would have them in another form than the name.
 *
 * @param taken those of other areas of the set: a number follows where two would be alike
 */
export function slugOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’'ʻ]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const slug = plain === '' ? 'area' : plain;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? slug : `${slug}-${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
