import { withoutMacrons } from './macrons.ts';

/**
 * The form in which staff's names of things are compared: names that differ only in macrons, capitals or spaces are the same
 * for whoever reads them. Files are compared by the stricter `foldName`: they keep their names.
 */
export function plainName(name: string): string {
  return withoutMacrons(name).toUpperCase().toLowerCase().replaceAll(/\s+/g, '');
}
