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
