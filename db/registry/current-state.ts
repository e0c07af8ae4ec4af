/**
 * SQL condition on a row of `domain` that the query calls `state`: it is the state that its name has as of a revision,
 * and the name is in the register.
 *
 * @param revision SQL for the revision, such as `@published`
 */
export function isCurrentState(revision: string): string {
  return `registered IS NOT NULL AND revision <= ${revision} AND NOT EXISTS (
    SELECT 1 FROM domain AS newer
    WHERE newer.name = state.name AND newer.revision > state.revision AND newer.revision <= ${revision})`;
}
