import { randomInt } from 'node:crypto';
import type { Section } from './kinds.ts';

/** Two words of an id's digest, and the number of the record that has it; 0: nobody. */
const WORDS = 3;
const FEWEST_SLOTS = 1024;
const FULLEST = 0.75;
/** Numbers of records that a byte tells of. */
const BITS = 8;
const FEWEST_BYTES = 1024;

/**
 * Who has which id: in the first reading the first record that names an id gets it, and in the
 * second one every record asks whether it was that one. Records are known by their number, which is
 * the same in both readings as long as a list's records ask in the same order.
 *
 * A Map took 900 MB for the five million ids that 200 MB can hold. This takes 100: of each id it
 * keeps 64 bits, about 62 of them independent, which two of so many share once in some 400 000 files;
 * the later one would be rejected, and told. What comes of it in the first reading is remembered for
 * the second one, a bit for each.
 */
export class Claims {
  readonly #firstOf = new Map<Section, number>();
  #next = 1;
  #slots = new Uint32Array(FEWEST_SLOTS * WORDS);
  #taken = 0;
  #refused = new Uint8Array(FEWEST_BYTES);
  #isAgain = false;
  /** So that no file can be made of ids that share their bits. */
  readonly #seeds: readonly [number, number] = [randomInt(2 ** 32), randomInt(2 ** 32)];

  /** From here on the records of this list ask. */
  enter(list: Section): void {
    const first = this.#firstOf.get(list);
    this.#isAgain = first !== undefined;
    if (first === undefined) this.#firstOf.set(list, this.#next);
    else this.#next = first;
  }

  /** True when the id is this record's. Asked once for each record, in both readings. */
  owns(id: string): boolean {
    const number = this.#next;
    this.#next += 1;
    if (this.#isAgain) return !this.#wasRefused(number);
    const [high, low] = digestOf(id, this.#seeds);
    const at = findSlot(this.#slots, high, low);
    const owner = this.#slots[at + 2] ?? 0;
    if (owner === 0) this.#take(at, high, low, number);
    if (owner === 0) return true;
    this.#refuse(number);
    return false;
  }

  #wasRefused(number: number): boolean {
    return (((this.#refused[Math.floor(number / BITS)] ?? 0) >> (number % BITS)) & 1) === 1;
  }

  #refuse(number: number): void {
    const at = Math.floor(number / BITS);
    if (at >= this.#refused.length) {
      const wider = new Uint8Array(Math.max(this.#refused.length * 2, at + 1));
      wider.set(this.#refused);
      this.#refused = wider;
    }
    this.#refused[at] = (this.#refused[at] ?? 0) | (1 << (number % BITS));
  }

  #take(at: number, high: number, low: number, number: number): void {
    this.#slots.set([high, low, number], at);
    this.#taken += 1;
    if (this.#taken * WORDS < this.#slots.length * FULLEST) return;
    const wider = new Uint32Array(this.#slots.length * 2);
    for (let slot = 0; slot < this.#slots.length; slot += WORDS) {
      const [high = 0, low = 0, owner = 0] = this.#slots.subarray(slot, slot + WORDS);
      if (owner !== 0) wider.set([high, low, owner], findSlot(wider, high, low));
    }
    this.#slots = wider;
  }
}

/**
 * Twice 32 bits of an id, by multiplying and mixing (cyrb53). SHA-256 took ten times as long, and
 * nothing here is a secret.
 */
function digestOf(id: string, [first, second]: readonly [number, number]): [number, number] {
  let high = first;
  let low = second;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = mix(high, 0x85ebca6b) ^ mix(low, 0xc2b2ae35);
  low = mix(low, 0x85ebca6b) ^ mix(high, 0xc2b2ae35);
  return [high >>> 0, low >>> 0];
}

function mix(word: number, factor: number): number {
  const mixed = Math.imul(word ^ (word >>> 16), factor);
  return mixed ^ (mixed >>> 13);
}

/** Where this digest is, or where it would go. */
function findSlot(slots: Uint32Array, high: number, low: number): number {
  const count = slots.length / WORDS;
  let slot = high & (count - 1);
  for (;;) {
    const at = slot * WORDS;
    if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
    slot = (slot + 1) & (count - 1);
  }
}
