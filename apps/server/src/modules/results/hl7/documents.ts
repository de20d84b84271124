import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hl7Message, Hl7Segment } from '@medplum/core';
import { errorTable } from '@simiente/contract/common/errors';
import { MAX_EXAM_FILE_SIZE } from '@simiente/contract/exams/calls';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { type ClamdAddress, scanFile } from '../../../platform/uploads/antivirus.ts';
import type { CheckedFile } from '../../../platform/uploads/check-file.ts';
import { cleanFileName } from '../../../platform/uploads/receive-form.ts';
import { checkExamFile, type LaboratoryDocument } from '../../exams/public.ts';
import { keepFiles, withExtension } from '../../files/public.ts';
import { read, readAny } from './decode.ts';

interface SentDocument {
  readonly name: string;
  readonly bytes: Buffer;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Encodings of HL7 table 0299. */
const ENCODINGS: Readonly<Record<string, BufferEncoding>> = { base64: 'base64', hex: 'hex' };

const readEncoding = (obx: Hl7Segment) => ENCODINGS[read(obx, 5, 4).toLowerCase()];

/** Whether an observation is a document (ED), even if OBX-2 does not declare it. With the encoding 'A' it is a text. */
const isDocument = (obx: Hl7Segment) =>
  (read(obx, 2).toUpperCase() === 'ED' && read(obx, 5, 4).toUpperCase() !== 'A') ||
  (readEncoding(obx) !== undefined && read(obx, 5, 5) !== '');

/**
 * The document of an observation (OBX-5: source, type, subtype, encoding, data); null for any other observation.
 */
export function readDocument(obx: Hl7Segment): SentDocument | null {
  if (!isDocument(obx)) return null;
  // Some senders divide the data into lines.
  const data = read(obx, 5, 5).replaceAll(/\s+/g, '');
  const bytes = Buffer.from(data, readEncoding(obx) ?? 'base64');
  const name = cleanFileName(readAny(obx, 3, [2, 1]) || 'Documento');
  return { name, bytes, sha256: hash('sha256', bytes) };
}

/** Value of a document's row. The digest makes equal names differ. */
export const describeDocument = ({ bytes, sha256 }: SentDocument) =>
  `Documento de ${Math.ceil(bytes.length / 1024)} KB (SHA-256 ${sha256.slice(0, 12)})`;

export const readDocuments = (message: Hl7Message): SentDocument[] =>
  message.segments.flatMap((segment) =>
    segment.name === 'OBX' ? (readDocument(segment) ?? []) : [],
  );

/** Documents by digest, each with the reason if it cannot be stored. */
export type Documents = ReadonlyMap<string, LaboratoryDocument | { readonly problem: string }>;

export interface DocumentDeps {
  readonly db: Database;
  readonly store: FileStore;
  /** Folder for files while they are checked. */
  readonly uploadFolder: string;
  readonly clamd?: ClamdAddress | null;
}

/**
 * Stores the documents of a message, with the limits and checks of an upload, in the transaction that applies the
 * message. Unused documents are discarded.
 * @throws Problem SCANNER_UNAVAILABLE, STORAGE_FULL
 */
export async function withDocuments<Result>(
  deps: DocumentDeps,
  sent: readonly SentDocument[],
  work: (transaction: Transaction, documents: Documents) => Promise<Result>,
): Promise<Result> {
  if (sent.length === 0) return deps.db.transaction((transaction) => work(transaction, new Map()));
  await mkdir(deps.uploadFolder, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(path.join(deps.uploadFolder, 'message-'));
  try {
    const checked = new Map<string, CheckedFile | { readonly problem: string }>();
    for (const document of sent) {
      const { sha256 } = document;
      if (checked.has(sha256)) continue;
      checked.set(sha256, await check(document, path.join(scratch, sha256), deps.clamd));
    }
    const accepted = [...checked].flatMap(([sha256, file]) =>
      'problem' in file ? [] : [[sha256, file] as const],
    );
    return await keepFiles(deps, Object.fromEntries(accepted), null, (transaction, addFile) => {
      const documents = [...checked].map(([sha256, file]) => {
        let added: Promise<string> | undefined;
        const add = () => (added ??= addFile(sha256));
        return [sha256, 'problem' in file ? file : { sha256, add }] as const;
      });
      return work(transaction, new Map(documents));
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function check(
  { name, bytes, sha256 }: SentDocument,
  file: string,
  clamd: ClamdAddress | null | undefined,
): Promise<CheckedFile | { readonly problem: string }> {
  try {
    if (bytes.length > MAX_EXAM_FILE_SIZE) throw new Problem('FILE_TOO_LARGE');
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    const scan = () => scanFile(file, clamd ?? null);
    const checked = await checkExamFile({ scan, name, size: bytes.length, sha256 });
    return { ...checked, name: withExtension(name, checked.mediaType) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'SCANNER_UNAVAILABLE') throw error;
    return { problem: `El documento «${name}» no se guardó: ${errorTable[error.code].message}` };
  }
}
