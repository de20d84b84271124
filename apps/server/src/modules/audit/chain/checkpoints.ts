import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../platform/system-errors.ts';

/** The end of the chain at some moment: a chain without it was cut off. */
export interface Checkpoint {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

const FORM = /^(\d{1,15}):([0-9a-f]{64})$/;

/** `12:ab…`: a checkpoint as one word, to print, log or keep elsewhere. */
export function formatCheckpoint({ seq, hash }: Checkpoint): string {
  return `${seq}:${hash}`;
}

/** Undefined for any other text. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, seq, hash] = FORM.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}

/** A file of checkpoints, out of the database's reach. */
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

/** Every checkpoint of a file; none without a file. An incomplete line is left out. */
export async function readCheckpoints(file: string): Promise<Checkpoint[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseCheckpoint(line.split(' ')[0] ?? '') ?? []);
}
