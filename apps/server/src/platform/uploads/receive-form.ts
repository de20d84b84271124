import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { errorTable } from '@simiente/contract/common/errors';
import { visibleText } from '@simiente/contract/common/text';
import type { FastifyRequest } from 'fastify';
import { toProblem } from '../failures.ts';
import { createSemaphore } from '../http/load/concurrency-slots.ts';
import { Problem } from '../problem.ts';
import { type ClamdAddress, scanFile } from './antivirus.ts';

/** An uploaded file, on disk until its request ends. */
export interface ReceivedFile {
  /**
   * Scans the file, and returns its path.
   * @throws Problem FILE_INFECTED, SCANNER_UNAVAILABLE
   */
  scan(): Promise<string>;
  /** The sender's name for it, without folders and control characters. */
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
  /** The folder of files during their checks. */
  readonly folder: string;
  /** The allowed files, and the maximum bytes of each. */
  readonly largest: Readonly<Record<string, number>>;
  /** Scans each file before it is read; null without a scanner. */
  readonly clamd?: ClamdAddress | null;
}

const MOST_FIELDS = 20;
/** Bytes. */
const LONGEST_FIELD = 16 * 1024;
const LONGEST_NAME = 200;

/**
 * Receives a multipart form, streams its files to disk, and passes it to `use`; afterwards its files are removed
 * in any case.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, PAYLOAD_TOO_LARGE, BAD_REQUEST, STORAGE_FULL
 */
export async function withForm<Result>(
  request: FastifyRequest,
  { folder, largest, clamd = null }: FormLimits,
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(path.join(folder, 'upload-'));
  try {
    return await use(await receive(request, scratch, largest, clamd).catch(refuseMalformed));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** An error of the form parser is the form's fault, unless it came from our disk. */
function refuseMalformed(error: unknown): never {
  const isOurs = error instanceof Problem || (error instanceof Error && 'syscall' in error);
  if (isOurs || toProblem(error).code !== 'INTERNAL') throw error;
  throw new Problem('BAD_REQUEST', { cause: error });
}

async function receive(
  request: FastifyRequest,
  scratch: string,
  largest: FormLimits['largest'],
  clamd: ClamdAddress | null,
): Promise<ReceivedForm> {
  // The parser would wait forever for a request that was cut off before it listens.
  if (request.raw.destroyed) throw new Problem('BAD_REQUEST');
  const names = Object.keys(largest);
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, ReceivedFile> = Object.create(null);
  const parts = request.parts({
    limits: {
      fields: MOST_FIELDS,
      fieldSize: LONGEST_FIELD,
      files: names.length,
      // The limit is one byte above the allowed size, so that a file that is too large is detected.
      fileSize: Math.max(...Object.values(largest)) + 1,
      parts: MOST_FIELDS + names.length,
    },
  });
  for await (const part of parts) {
    if (part.fieldname in fields || part.fieldname in files) throw twice(part.fieldname);
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Problem('PAYLOAD_TOO_LARGE');
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const limit = largest[part.fieldname];
    if (limit === undefined) throw unknown(part.fieldname);
    const target = path.join(scratch, String(Object.keys(files).length));
    files[part.fieldname] = await save(part, target, limit, clamd).catch((error: unknown) => {
      // Only FILE_TOO_LARGE has details, which name the file if there are several.
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
    name: cleanName(part.filename),
    size,
    sha256: digest.digest('hex'),
  };
}

/** The last segment of a path of any system, without control characters. */
function cleanName(sent: string | undefined): string {
  const last = sent?.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = visibleText(last)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return [...clean].slice(0, LONGEST_NAME).join('') || 'archivo';
}

/** Adds the field of the form to the rejection of a file. */
export function inField(problem: Problem, field: string): Problem {
  const { code, details } = problem;
  const issues = [{ path: field, message: errorTable[code].message }];
  return new Problem(code, { ...(details && { details }), issues, cause: problem });
}

function twice(field: string): Problem {
  return new Problem('BAD_REQUEST', {
    issues: [{ path: field.slice(0, 40), message: 'Debe enviarse una sola vez' }],
  });
}

function unknown(field: string): Problem {
  return new Problem('BAD_REQUEST', {
    issues: [{ path: field.slice(0, 40), message: 'Este archivo no corresponde a ningún campo' }],
  });
}

/** Maximum simultaneous uploads of a process, in all and of one user. */
const MOST_AT_ONCE = 24;
const MOST_OF_ONE = 8;
/** Seconds until a client should retry. */
const RETRY_AFTER = 2;

/** The semaphore of uploads, because each holds disk and memory while it arrives. */
export function createUploadSemaphore(onRefused?: () => void) {
  const limits = { all: MOST_AT_ONCE, perClient: MOST_OF_ONE, comeBackAfter: RETRY_AFTER };
  return createSemaphore(limits, onRefused);
}
