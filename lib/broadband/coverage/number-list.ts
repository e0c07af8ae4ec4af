/** A growing list of 32-bit numbers. Only the first `length` values count; `clear` keeps the memory. */
export class IntList {
  values = new Int32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  clear(): void {
    this.length = 0;
  }

  #grow(): void {
    const larger = new Int32Array(Math.ceil(this.values.length * 1.5));
    larger.set(this.values);
    this.values = larger;
  }
}

/** A growing list of numbers in float64. Only the first `length` values count. */
export class NumberList {
  values = new Float64Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const larger = new Float64Array(this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
  }
}

/** So many places are sorted most quickly by insertion. */
const few = 24;

/** Sorts the numbers of a list. @returns its values */
export function sortNumbers({ values, length }: NumberList): Float64Array {
  if (length > few) return values.subarray(0, length).sort();
  for (let at = 1; at < length; at++) {
    const own = values[at] as number;
    let place = at;
    for (; place > 0 && (values[place - 1] as number) > own; place--) values[place] = values[place - 1] as number;
    values[place] = own;
  }
  return values;
}

/** The places of a list, ascending by its values. */
export function sortedPlaces(list: NumberList): Int32Array {
  const places = new Int32Array(list.length);
  sortPlaces(places, list);
  return places;
}

/** Fills the first places with those of a list, ascending by its values. */
function sortPlaces(places: Int32Array, { values, length }: NumberList): void {
  for (let at = 0; at < length; at++) places[at] = at;
  if (length > few) {
    places.subarray(0, length).sort((a, b) => (values[a] as number) - (values[b] as number));
    return;
  }
  for (let at = 1; at < length; at++) {
    const own = values[at] as number;
    let place = at;
    for (; place > 0 && (values[places[place - 1] as number] as number) > own; place--) {
      places[place] = places[place - 1] as number;
    }
    places[place] = at;
  }
}
