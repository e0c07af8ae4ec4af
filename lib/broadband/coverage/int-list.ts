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
