/**
 * What is wrong with the disk of the database while both APIs still answer correctly: a code and the facts. The words are
 * in `lib/words/readiness.ts`.
 */
export type DiskRemark =
  | { readonly code: 'disk-low'; readonly folder: string; readonly freeBytes: number; readonly diskBytes: number }
  | { readonly code: 'disk-read-only'; readonly folder: string };
