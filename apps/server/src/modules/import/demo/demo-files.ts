import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LegacyExport } from '@simiente/builders/records';
import { isImageExam } from '@simiente/builders/vocabulary/exam-types';
import { type SQL, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { Transaction } from '../../../platform/database/database.ts';
import { SERVER_FOLDER } from '../../../platform/entry-points.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';

interface StoredExamFile {
  readonly examId: string;
  readonly row: {
    readonly id: string;
    readonly storageKey: string;
    readonly name: string;
    readonly mediaType: string;
    /** Bytes. */
    readonly size: number;
    readonly sha256: string;
  };
}

/** It has one file for each type of exam, which all exams of the type share. */
const FOLDER = path.join(SERVER_FOLDER, 'demo-files');

/** `seminograma.pdf`, `ecografia-testicular.jpg`. */
export function demoFileFor(examType: string): string {
  const stem = examType.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${stem}.${isImageExam(examType) ? 'jpg' : 'pdf'}`;
}

/** Concurrent writes to the store. */
const AT_ONCE = 8;

export async function storeExamFiles(
  whole: LegacyExport,
  store: FileStore,
): Promise<StoredExamFile[]> {
  const exams = Object.values(whole.medicalHistories).flatMap(({ allExamns }) => allExamns.exams);
  const known = new Map<string, Promise<Buffer>>();
  const turn = pLimit(AT_ONCE);
  const storing = turn.map(exams, ({ id, examType, createDate }) => {
    const file = demoFileFor(examType);
    const bytes = known.get(file) ?? readFile(path.join(FOLDER, file));
    known.set(file, bytes);
    return storeExamFile(id, file, String(createDate).slice(0, 10), bytes, store);
  });
  return storing.catch((fault: unknown) => {
    // A store that failed once would be asked for the other files too, as long as the process runs.
    turn.clearQueue();
    throw fault;
  });
}

async function storeExamFile(
  examId: string,
  file: string,
  day: string,
  content: Promise<Buffer>,
  store: FileStore,
): Promise<StoredExamFile> {
  const bytes = await content;
  const id = randomUUID();
  const storageKey = `exams/${id}`;
  await store.put(storageKey, bytes);
  const { name, ext } = path.parse(file);
  const row = {
    id,
    storageKey,
    name: `${name}-${day}${ext}`,
    mediaType: ext === '.pdf' ? 'application/pdf' : 'image/jpeg',
    size: bytes.length,
    sha256: hash('sha256', bytes),
  };
  return { examId, row };
}

/** Writes the rows of stored files, and removes the legacy link of an exam that has one. */
export async function linkExamFiles(
  transaction: Transaction,
  stored: readonly StoredExamFile[],
): Promise<void> {
  const rows = stored.map(({ examId, row }) => ({ examId, ...row }));
  await transaction.execute(sql`
    with made as (
      insert into files (id, storage_key, name, media_type, size, sha256)
      select x.id, x."storageKey", x.name, x."mediaType", x.size, x.sha256
        from json_to_recordset(${asJson(rows)})
             as x(id text, "storageKey" text, name text, "mediaType" text, size bigint, sha256 text)
    )
    update exams set file_id = x.id, external_url = null,
           exam_date = ((created_at - interval '1 day') at time zone 'UTC')::date
      from json_to_recordset(${asJson(rows)}) as x("examId" text, id text)
     where exams.id = x."examId"`);
}

/** Removes unused files. */
export async function removeStored(
  stored: readonly { readonly row: { readonly storageKey: string } }[],
  store: FileStore,
): Promise<void> {
  for (const { row } of stored) await store.delete(row.storageKey);
}

/** Rows as one parameter, to be read by `json_to_recordset`. */
export function asJson(rows: readonly object[]): SQL {
  return sql`${sql.param(JSON.stringify(rows))}::json`;
}
