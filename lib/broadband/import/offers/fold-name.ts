/** The form in which names are compared: trimmed, NFC, case folded. What people read stays as it was written. */
export function foldName(name: string): string {
  // upper case first: it joins what lower case alone keeps apart, as in ß and ss
  return name.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC');
}
