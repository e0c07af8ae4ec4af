/** What a file in the watched folder is: the whole register, or changes of it. */
export type DeliveryKind = 'replace' | 'merge';

/**
 * What a delivered file is, by its name: a word of it is `full`, or `changes`. Which of the two it is must be said, for
 * changes taken for the whole register would make every other name missing.
 *
 * @returns undefined when the name says neither, or both
 */
export function kindOfDelivery(name: string): DeliveryKind | undefined {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const [isFull, isChanges] = [words.includes('full'), words.includes('changes')];
  if (isFull === isChanges) return undefined;
  return isFull ? 'replace' : 'merge';
}

/** Whether a name in the watched folder is that of a delivery: not a hidden file, a marker, or one still being written. */
export function isDeliveryName(name: string): boolean {
  return !/^\.|~$|\.(done|part|partial|filepart|tmp|temp|crdownload)$/i.test(name);
}
