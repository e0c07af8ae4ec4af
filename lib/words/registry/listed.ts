const mostListed = 20;

/** As many names as a message needs: those it lists and, where there are others, one more. */
export function forListing<Name>(names: readonly Name[]): Name[] {
  return names.slice(0, mostListed + 1);
}

/** The first names, as a message lists them: `one, two, …`. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, mostListed).join(', ')}${names.length > mostListed ? ', …' : ''}`;
}

/** The first names, each in quotation marks: `"one", "two", …`. */
export function listedQuoted(names: readonly string[]): string {
  return listed(names.map((name) => JSON.stringify(name)));
}
