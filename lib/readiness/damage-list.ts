import { type Damage, damageIn } from './damage.ts';

const mostListed = 20;

/** Damage that a check finds: how much, and the first of it. */
export class DamageList {
  readonly first: Damage[] = [];
  total = 0;

  add(damage: Damage): void {
    this.total++;
    if (this.first.length < mostListed) this.first.push(damage);
  }

  /** Runs a check, and adds the damage that it throws. Any other fault is thrown on. */
  try(check: () => void): void {
    try {
      check();
    } catch (fault) {
      const damage = damageIn(fault);
      if (damage === undefined) throw fault;
      this.add(damage);
    }
  }

  addAll({ first, total }: DamageList): void {
    this.first.push(...first.slice(0, mostListed - this.first.length));
    this.total += total;
  }
}
