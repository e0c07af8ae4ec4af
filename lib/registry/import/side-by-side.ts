/** What two lists say of one name; undefined for the list that lacks it. */
export interface SideBySide<Left, Right> {
  readonly name: string;
  readonly left: Left | undefined;
  readonly right: Right | undefined;
}

interface Named {
  readonly name: string;
}

/**
 * Walks two lists side by side, once: every name that either holds, by name.
 *
 * @param left by name in the order of code units, each name once; `right` alike
 */
export function* sideBySide<Left extends Named, Right extends Named>(
  left: Iterable<Left>,
  right: Iterable<Right>,
): Generator<SideBySide<Left, Right>> {
  const [lefts, rights] = [left[Symbol.iterator](), right[Symbol.iterator]()];
  let [one, other] = [next(lefts), next(rights)];
  while (one !== undefined || other !== undefined) {
    const isLeft = other === undefined || (one !== undefined && one.name <= other.name);
    const isRight = one === undefined || (other !== undefined && other.name <= one.name);
    const name = (isLeft ? one : other)?.name ?? '';
    yield { name, left: isLeft ? one : undefined, right: isRight ? other : undefined };
    if (isLeft) one = next(lefts);
    if (isRight) other = next(rights);
  }
}

function next<Row>(rows: Iterator<Row>): Row | undefined {
  const { done, value } = rows.next();
  return done === true ? undefined : value;
}
