import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../platform/postgres/system-errors.ts';

/** The end of the chain at some moment: what is before it can only be cut off by somebody. */
export interface Checkpoint {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

const FORM = /^(\d{1,15}):([0-9a-f]{64})$/;

/** `12:ab…`: a checkpoint in one word, to print, log or keep elsewhere. */
export function formatCheckpoint({ seq, hash }: Checkpoint): string {
  return `${seq}:${hash}`;
}

/** Undefined for what is none. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, seq, hash] = FORM.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}

/** Where an installation keeps what the end of the chain was, out of the database's reach. */
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

/** Every checkpoint of a file, as it was written; none without a file. A line cut short is left out. */
export async function readCheckpoints(file: string): Promise<Checkpoint[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseCheckpoint(line.split(' ')[0] ?? '') ?? []);
}
