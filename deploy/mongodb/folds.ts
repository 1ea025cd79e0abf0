import type { Value } from './doc.ts';
import { compare } from './order.ts';
import { double, integer, numberType, toNumber } from './values.ts';

/** Returns the exact sum of the numbers: a double only when one of them is, int64 when one is. */
export function sum(values: Iterable<Value | undefined>): Value {
  const total = new Total();
  for (const value of values) total.add(value);
  return total.value();
}

/** Returns the mean of the numbers; null without any. */
export function average(values: Iterable<Value | undefined>): Value {
  const total = new Total();
  for (const value of values) total.add(value);
  return total.mean();
}

/** Returns the least (`sign` -1) or greatest (1) value that is not null; null without any. */
export function extreme(values: Iterable<Value | undefined>, sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (best === null || compare(value, best) * sign > 0) best = value;
  }
  return best;
}

export class Total {
  #small = 0;
  #wide: bigint | undefined;
  #fraction: number | undefined;
  #count = 0;

  add(value: Value | undefined): void {
    const type = numberType(value);
    const number = toNumber(value);
    if (type === undefined || number === undefined) return;
    this.#count++;
    if (type === 'int') this.#small += number;
    else if (type === 'double') this.#fraction = (this.#fraction ?? 0) + number;
    else this.#wide = (this.#wide ?? 0n) + BigInt(String(value));
  }

  value(): Value {
    const whole = BigInt(this.#small) + (this.#wide ?? 0n);
    if (this.#fraction !== undefined) return double(Number(whole) + this.#fraction);
    return BigInt.asIntN(64, whole) === whole ? integer(whole, this.#wide !== undefined) : double(Number(whole));
  }

  mean(): Value {
    return this.#count === 0 ? null : double((toNumber(this.value()) ?? 0) / this.#count);
  }
}
