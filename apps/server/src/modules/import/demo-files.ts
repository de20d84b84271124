import { hash, randomUUID } from 'node:crypto';
import { buildExamFile } from '@simiente/builders/exam-files';
import type { BuilderContext } from '@simiente/builders/random';
import type { ExamRecord, LegacyExport, PatientRecord } from '@simiente/builders/records';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/storage/storage.ts';

/** A file that is in the store, and the exam that it belongs to. */
export interface StoredExamFile {
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

/** Made at the same time: enough to keep the processors busy. */
const AT_ONCE = 8;

/** Makes the file of every exam and stores it. */
export async function storeExamFiles(
  whole: LegacyExport,
  context: BuilderContext,
  store: FileStore,
): Promise<StoredExamFile[]> {
  const patients = new Map(whole.users.map((patient) => [patient.idUser, patient]));
  const exams = Object.values(whole.medicalHistories).flatMap((history) => {
    const patient = patients.get(history.idUser);
    return patient ? history.allExamns.exams.map((exam) => ({ exam, patient })) : [];
  });
  const stored: StoredExamFile[] = [];
  for (let start = 0; start < exams.length; start += AT_ONCE) {
    const group = exams.slice(start, start + AT_ONCE);
    const made = group.map(({ exam, patient }) => storeExamFile(exam, patient, context, store));
    stored.push(...(await Promise.all(made)));
  }
  return stored;
}

async function storeExamFile(
  exam: ExamRecord,
  patient: PatientRecord,
  context: BuilderContext,
  store: FileStore,
): Promise<StoredExamFile> {
  const { bytes, mediaType, fileName } = await buildExamFile(exam, patient, context);
  const id = randomUUID();
  const storageKey = `exams/${id}`;
  await store.put(storageKey, bytes);
  const sha256 = hash('sha256', bytes);
  const row = { id, storageKey, name: fileName, mediaType, size: bytes.length, sha256 };
  return { examId: exam.id, row };
}

/** Writes the rows of stored files; an exam with a file of ours needs the legacy link no more. */
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
    update exams set file_id = x.id, external_url = null
      from json_to_recordset(${asJson(rows)}) as x("examId" text, id text)
     where exams.id = x."examId"`);
}

/** Takes files back that nothing refers to. */
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
