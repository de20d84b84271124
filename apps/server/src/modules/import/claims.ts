import { hash } from 'node:crypto';
import type { Section } from './kinds.ts';

/** Two words of an id's digest, and the number of the record that has it; 0: nobody. */
const WORDS = 3;
const FEWEST_SLOTS = 1024;
const FULLEST = 0.75;

/**
 * Who has which id: in the first reading the first record that names an id gets it, and in the
 * second one every record asks whether it was that one. Records are known by their number, which is
 * the same in both readings as long as a list's records ask in the same order.
 *
 * A Map took 900 MB for the five million ids that 200 MB can hold. This takes 100: of each id it
 * keeps 64 bits, which two of so many share once in a million files; the later one would be rejected,
 * and told.
 */
export class Claims {
  readonly #firstOf = new Map<Section, number>();
  #next = 1;
  #slots = new Uint32Array(FEWEST_SLOTS * WORDS);
  #taken = 0;

  /** From here on the records of this list ask. */
  enter(list: Section): void {
    const first = this.#firstOf.get(list);
    if (first === undefined) this.#firstOf.set(list, this.#next);
    else this.#next = first;
  }

  /** True when the id is this record's. Asked once for each record, in both readings. */
  owns(id: string): boolean {
    const number = this.#next;
    this.#next += 1;
    const digest = hash('sha256', id, 'buffer');
    const high = digest.readUInt32LE(0);
    const low = digest.readUInt32LE(4);
    const at = findSlot(this.#slots, high, low);
    const owner = this.#slots[at + 2] ?? 0;
    if (owner === 0) this.#take(at, high, low, number);
    return owner === 0 || owner === number;
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
