/** A text with its first letter capital: `Scenic reserve`. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
