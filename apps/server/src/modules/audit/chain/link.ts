import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../platform/system-errors.ts';

interface SealKey {
  /** Identifies a key without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The current sealing key, and earlier ones, which still verify their seals. */
export interface SealKeys {
  readonly current: SealKey;
  readonly byId: ReadonlyMap<string, SealKey>;
}

/** @param secret keys separated by commas or lines: the first one seals, the others only verify */
export function readSealKeys(secret: string): SealKeys {
  const [current, ...earlier] = secret
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(deriveKey);
  if (!current) throw new Error('The secret of the audit seal has no key');
  return { current, byId: new Map([...earlier, current].map((key) => [key.id, key])) };
}

function deriveKey(text: string): SealKey {
  const digest = (use: string) => createHash('sha256').update(`audit ${use}\n${text}`).digest();
  return { id: digest('key id').toString('hex').slice(0, 12), bytes: digest('key') };
}

/** The hash before the first seal. */
export const GENESIS_HASH = Buffer.alloc(32);

/** Maximum number of rows in one batch, and so the greatest distance between two seals with a MAC. */
export const MAX_BATCH_SIZE = 1_000;

/**
 * A row of `audit_events` (alias `e`) as text, in SQL: every column, instants as microseconds, JSON as PostgreSQL
 * writes it, a set by its digest. Rows that differ anywhere give different texts. It is not a database function,
 * because the owner of the database could replace one. Session and shown ids are appended only if present, because
 * older sealed rows lack these columns.
 */
export const ROW_CONTENT = `(jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint,
  e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.patient_id, e.address,
  e.user_agent, e.request_id, e.details::text) || case
    when e.session_id is null then '[]' else jsonb_build_array('session', e.session_id) end || case
    when e.shown is null and e.shown_set is null then '[]'
    else jsonb_build_array(e.shown, encode(sha256(e.shown_set), 'hex')) end)::text`;

export interface Link {
  readonly seq: number;
  readonly sealedAt: Date;
  /** The row, as `ROW_CONTENT` gives it. */
  readonly content: string;
}

/** The hash of a seal: it covers the previous hash, the seal's position and time, and the row. */
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
  const expected = sealMac(key, seq, hash);
  return mac.length === expected.length && timingSafeEqual(expected, mac);
}

/** The end of the chain at some moment. If the chain does not contain it, rows were cut off. */
export interface Checkpoint {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

const CHECKPOINT_FORMAT = /^(\d{1,15}):([0-9a-f]{64})$/;

/** `12:ab…`: a checkpoint as one word, to print, log or store elsewhere. */
export function formatCheckpoint({ seq, hash }: Checkpoint): string {
  return `${seq}:${hash}`;
}

/** Parses the text of `formatCheckpoint`; undefined for any other text. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, seq, hash] = CHECKPOINT_FORMAT.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}

/** Path of the checkpoints. A file, because an attacker with the database could also change a table. */
export function checkpointFile(dataDir: string): string {
  return path.join(dataDir, 'audit-checkpoints');
}

export async function appendCheckpoint(
  file: string,
  checkpoint: Checkpoint,
  at: Date,
): Promise<void> {
  const line = `${formatCheckpoint(checkpoint)} ${at.toISOString()}\n`;
  await appendFile(file, line, { mode: 0o600, flush: true });
}

/** Every checkpoint of a file; empty without a file. An incomplete line is skipped. */
export async function readCheckpoints(file: string): Promise<Checkpoint[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseCheckpoint(line.split(' ')[0] ?? '') ?? []);
}
