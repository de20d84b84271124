import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { errorTable } from '@simiente/contract/common/errors';
import { visibleText } from '@simiente/contract/common/text';
import type { FastifyRequest } from 'fastify';
import { toProblem } from '../failures.ts';
import { Problem } from '../problem.ts';
import { withScratchFolder } from '../storage/storage.ts';
import { type ClamdAddress, scanFile } from './antivirus.ts';

/** An uploaded file, on disk until its request ends. */
export interface ReceivedFile {
  /**
   * Scans the file, and returns its path.
   * @throws Problem FILE_INFECTED, SCANNER_UNAVAILABLE
   */
  scan(): Promise<string>;
  /** The client's name of the file, without folders and control characters. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The content of a multipart form: texts and files by field. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, ReceivedFile>>;
}

interface FormLimits {
  readonly folder: string;
  /** Maximum bytes by file field; a file in any other field is rejected. */
  readonly maxBytes: Readonly<Record<string, number>>;
  /** Scans each file before it is read; null without a scanner. */
  readonly clamd?: ClamdAddress | null;
}

/** Limits of simultaneous uploads, because each holds disk and memory while it arrives. */
export const UPLOAD_PERMITS = { all: 24, perClient: 8, retryAfter: 2 };

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_NAME_LENGTH = 200;

/**
 * Receives a multipart form, streams its files to disk, and passes it to `use`. Its files are always removed
 * afterwards.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, PAYLOAD_TOO_LARGE, BAD_REQUEST, STORAGE_FULL
 */
export async function withForm<Result>(
  request: FastifyRequest,
  { folder, maxBytes, clamd = null }: FormLimits,
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  return withScratchFolder(folder, 'upload-', async (scratch) =>
    use(await receive(request, scratch, maxBytes, clamd).catch(rejectMalformed)),
  );
}

/** An unknown error of the form parser means that the form is malformed, unless it came from our disk. */
function rejectMalformed(error: unknown): never {
  const isKnown = error instanceof Problem || (error instanceof Error && 'syscall' in error);
  if (isKnown || toProblem(error).code !== 'INTERNAL') throw error;
  throw new Problem('BAD_REQUEST', { cause: error });
}

async function receive(
  request: FastifyRequest,
  scratch: string,
  maxBytes: FormLimits['maxBytes'],
  clamd: ClamdAddress | null,
): Promise<ReceivedForm> {
  // The parser would wait forever for a request that was aborted before.
  if (request.raw.destroyed) throw new Problem('BAD_REQUEST');
  const names = Object.keys(maxBytes);
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, ReceivedFile> = Object.create(null);
  const parts = request.parts({
    limits: {
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      files: names.length,
      // One byte more than allowed, so that a file that is too large is detected.
      fileSize: Math.max(...Object.values(maxBytes)) + 1,
      parts: MAX_FIELDS + names.length,
    },
  });
  for await (const part of parts) {
    if (part.fieldname in fields || part.fieldname in files) {
      throw invalidField(part.fieldname, 'Debe enviarse una sola vez');
    }
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Problem('PAYLOAD_TOO_LARGE');
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const limit = maxBytes[part.fieldname];
    if (limit === undefined) {
      throw invalidField(part.fieldname, 'Este archivo no corresponde a ningún campo');
    }
    const target = path.join(scratch, String(Object.keys(files).length));
    files[part.fieldname] = await save(part, target, limit, clamd).catch((error: unknown) => {
      // Only FILE_TOO_LARGE has details. With several files, the rejection names the field.
      const isTooLarge = error instanceof Problem && error.details !== undefined;
      throw isTooLarge && names.length > 1 ? inField(error, part.fieldname) : error;
    });
  }
  return { fields, files };
}

async function save(
  part: MultipartFile,
  target: string,
  limit: number,
  clamd: ClamdAddress | null,
): Promise<ReceivedFile> {
  const digest = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new Problem('FILE_TOO_LARGE', { details: { limit } }));
      digest.update(chunk);
      return done(null, chunk);
    },
  });
  await pipeline(part.file, measure, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  return {
    scan: () => scanFile(target, clamd),
    name: cleanFileName(part.filename?.split(/[/\\]/).at(-1) ?? ''),
    size,
    sha256: digest.digest('hex'),
  };
}

/** A file's name without direction marks and other invisible or control characters. */
export function cleanFileName(name: string): string {
  const clean = visibleText(name.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...clean].slice(0, MAX_NAME_LENGTH).join('') || 'archivo';
}

/** Adds the form's field to the rejection of a file. */
export function inField(problem: Problem, field: string): Problem {
  const { code, details } = problem;
  const issues = [{ path: field, message: errorTable[code].message }];
  return new Problem(code, { ...(details && { details }), issues, cause: problem });
}

function invalidField(field: string, message: string): Problem {
  return new Problem('BAD_REQUEST', { issues: [{ path: field.slice(0, 40), message }] });
}
