/** The rows of two lists with the same name; undefined for a list that lacks it. */
export interface SideBySide<Left, Right> {
  readonly name: string;
  readonly left: Left | undefined;
  readonly right: Right | undefined;
}

interface Named {
  readonly name: string;
}

/**
 * Walks through two lists together, once, and gives every name that is in either, in order.
 *
 * @param left sorted by name in code unit order, each name once; `right` likewise
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
