/** A text from a file or form in quotation marks, with its control characters escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
