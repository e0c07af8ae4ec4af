/** A count with its noun, for people: `1 name`, `2,000 names`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`;
}
