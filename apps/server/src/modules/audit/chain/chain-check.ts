import {
  type Checkpoint,
  GENESIS_HASH,
  isSealMac,
  linkHash,
  MAX_BATCH_SIZE,
  type SealKeys,
} from './link.ts';

/** Maximum number of late rows whose ids are listed. */
const MAX_LATE_LISTED = 20;

export type Finding =
  /** The row or its seal was changed after sealing. */
  | { readonly kind: 'altered'; readonly seq: number; readonly eventId: number }
  /** A sealed row is gone. */
  | { readonly kind: 'removed'; readonly seq: number; readonly eventId: number }
  /** Seals are missing, so the row of the next seal cannot be checked. */
  | {
      readonly kind: 'seals-removed';
      readonly from: number;
      readonly to: number;
      readonly nextEventId: number;
    }
  /** Seals without a valid MAC: someone without the key may have rewritten them and their rows. */
  | { readonly kind: 'forged'; readonly from: number; readonly to: number }
  /** The chain lacks this checkpoint, which was once its end: rows were removed or rewritten. */
  | { readonly kind: 'cut-off'; readonly checkpoint: Checkpoint; readonly last: number }
  /** A row that a running server should have sealed: the row was inserted, or its seal removed, by other means. */
  | { readonly kind: 'unsealed'; readonly eventId: number; readonly at: Date }
  /** A row that was sealed later than a running server should have sealed it. */
  | {
      readonly kind: 'sealed-late';
      readonly eventId: number;
      readonly at: Date;
      readonly sealedAt: Date;
    }
  /** A row whose id the sequence has not issued, so the product did not write it. */
  | { readonly kind: 'foreign-id'; readonly eventId: number; readonly at: Date }
  /** Seals removed from the database after archiving, whose archive file is missing. */
  | { readonly kind: 'archive-missing'; readonly from: number; readonly to: number };

/** A seal with the row that it names. */
export interface SealedRow {
  readonly seq: number;
  readonly event: number;
  readonly hash: Buffer;
  readonly mac: Buffer | null;
  readonly key: string | null;
  readonly sealedAt: Date;
  /** Null if the row is gone. */
  readonly content: string | null;
  /** Null if the row is gone; absent for an archived row. */
  readonly at?: Date | null;
  /** Why a row was sealed late: no server was running, or one was and should have sealed it. Null if in time. */
  readonly late?: 'server-down' | 'server-running' | null;
}

export class ChainCheck {
  seq = 0;
  checked = 0;
  readonly late = { rows: 0, first: [] as number[] };
  #hash: Buffer | null = GENESIS_HASH;
  /** Seals up to this one have a valid MAC after them, or were reported as forged. */
  #lastVerifiedSeq = 0;
  readonly #keys: SealKeys | null;
  readonly #report: (finding: Finding) => void;
  /** Checkpoints that the chain has not reached yet. */
  readonly #awaited: Map<string, Checkpoint>;

  constructor(
    keys: SealKeys | null,
    checkpoints: readonly Checkpoint[],
    report: (finding: Finding) => void,
  ) {
    this.#keys = keys;
    this.#report = report;
    this.#awaited = new Map(
      checkpoints.map((checkpoint) => [`${checkpoint.seq}:${checkpoint.hash}`, checkpoint]),
    );
  }

  get head(): Checkpoint | null {
    return this.seq === 0 || this.#hash === null
      ? null
      : { seq: this.seq, hash: this.#hash.toString('hex') };
  }

  /** Continues after seals that were checked before, or are skipped. */
  continueAfter(head: Checkpoint): void {
    this.seq = head.seq;
    this.#hash = Buffer.from(head.hash, 'hex');
    this.#lastVerifiedSeq = head.seq;
    for (const [name, { seq }] of this.#awaited) if (seq <= head.seq) this.#awaited.delete(name);
  }

  next(row: SealedRow): void {
    const { seq, event: eventId, hash, content } = row;
    if (seq !== this.seq + 1) {
      this.#report({
        kind: 'seals-removed',
        from: this.seq + 1,
        to: seq - 1,
        nextEventId: eventId,
      });
      this.#hash = null;
    }
    if (content === null) this.#report({ kind: 'removed', seq, eventId });
    else if (this.#hash !== null && !this.#follows(row, content)) {
      this.#report({ kind: 'altered', seq, eventId });
    }
    this.seq = seq;
    this.#hash = hash;
    this.#awaited.delete(`${seq}:${hash.toString('hex')}`);
    this.#checkMac(row);
    this.checked += 1;
    if (row.late === 'server-running' && row.at) {
      this.#report({ kind: 'sealed-late', eventId, at: row.at, sealedAt: row.sealedAt });
    } else if (row.late) {
      this.late.rows += 1;
      if (this.late.first.length < MAX_LATE_LISTED) this.late.first.push(eventId);
    }
  }

  #follows({ seq, sealedAt, hash }: SealedRow, content: string): boolean {
    return linkHash(this.#hash ?? GENESIS_HASH, { seq, sealedAt, content }).equals(hash);
  }

  #checkMac({ seq, hash, mac, key: keyId }: SealedRow): void {
    if (this.#keys === null) return;
    if (mac === null) {
      // The last seal of a batch has a MAC. If `MAX_BATCH_SIZE` seals follow without a valid one, it was removed.
      if (seq - this.#lastVerifiedSeq < MAX_BATCH_SIZE) return;
    } else {
      const key = this.#keys.byId.get(keyId ?? '');
      if (key && isSealMac(key, seq, hash, mac)) {
        this.#lastVerifiedSeq = seq;
        return;
      }
    }
    this.#reportForged(seq);
  }

  #reportForged(to: number): void {
    this.#report({ kind: 'forged', from: this.#lastVerifiedSeq + 1, to });
    this.#lastVerifiedSeq = to;
  }

  end(): void {
    if (this.#keys !== null && this.#lastVerifiedSeq < this.seq) this.#reportForged(this.seq);
    for (const checkpoint of this.#awaited.values()) {
      this.#report({ kind: 'cut-off', checkpoint, last: this.seq });
    }
  }
}
