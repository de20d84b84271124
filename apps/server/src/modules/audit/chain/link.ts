import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SEAL_KEY_LENGTH, type SealKey } from './keys.ts';

/** The hash before the first seal. */
export const NOTHING_BEFORE = Buffer.alloc(32);

/** Rows of one batch, and so the greatest distance between two keyed seals. */
export const LARGEST_BATCH = 1_000;

/**
 * A row of `audit_events` (under the alias `e`) as text, in SQL: every column, instants as
 * microseconds, JSON as PostgreSQL writes it, a set by its digest. Two rows that differ anywhere differ
 * here. It is not a function of the database, which its owner could replace. Rows without the ids that
 * were shown are sealed as they were before there were any.
 */
export const ROW_CONTENT = `(jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint,
  e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.patient_id, e.address,
  e.user_agent, e.request_id, e.details::text) || case
    when e.shown is null and e.shown_set is null then '[]'
    else jsonb_build_array(e.shown, encode(sha256(e.shown_set), 'hex')) end)::text`;

export interface Link {
  readonly seq: number;
  readonly sealedAt: Date;
  /** The row, as `ROW_CONTENT` gives it. */
  readonly content: string;
}

/** The hash of a seal: of the one before it, its own position and time, and the whole row. */
export function linkHash(previous: Buffer, { seq, sealedAt, content }: Link): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(`${seq}\n${sealedAt.getTime()}\n`)
    .update(content)
    .digest();
}

/** The keyed proof of a seal, and so of everything before it. */
export function sealMac(key: SealKey, seq: number, hash: Buffer): Buffer {
  return createHmac('sha256', key.bytes).update(`seal\n${seq}\n`).update(hash).digest();
}

export function isSealMac(key: SealKey, seq: number, hash: Buffer, mac: Buffer): boolean {
  return mac.length === SEAL_KEY_LENGTH && timingSafeEqual(sealMac(key, seq, hash), mac);
}
