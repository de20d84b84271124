import { filePath } from '@simiente/contract/common/paths';
import type { Exam, examsContract, Laboratory } from '@simiente/contract/exams/calls';
import type { StoredFile } from '@simiente/contract/files/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { Problem, rejectStale, toFieldProblem } from '../../platform/problem.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { readReplacedFiles } from '../files/public.ts';

const examColumns = {
  ...pick(exams, ['id', 'externalUrl', 'examDate', 'createdAt', 'invalidDates', 'version']),
  examType: exams.type,
  fileId: files.id,
  fileName: files.name,
  mediaType: files.mediaType,
  fileSize: files.size,
  laboratory: { idPartner: partners.id, name: partners.name },
};

/** Sorts by day of the study, and then by creation, newest first. Exams without a day come last. */
export const examOrder = sql`${exams.examDate} desc nulls last, ${exams.createdAt} desc nulls last,
  ${exams.importPosition}, ${exams.id}`;

export const findExams = (db: Reader, patientId: string): Promise<Exam[]> =>
  readExams(db, eq(exams.patientId, patientId));

const selectExams = (db: Reader) =>
  db
    .select(examColumns)
    .from(exams)
    .leftJoin(files, eq(files.id, exams.fileId))
    .leftJoin(partners, eq(partners.id, exams.laboratoryId));

type ExamRow = Awaited<ReturnType<typeof selectExams>>[number];

async function readExams(db: Reader, where: SQL): Promise<Exam[]> {
  const rows = await selectExams(db)
    .where(and(where, isNull(exams.deletedAt)))
    .orderBy(examOrder);
  const ids = rows.map(({ id }) => id);
  const earlier = await readReplacedFiles(db, replacedFiles.examId, ids);
  return rows.map((row) => presentExam(row, earlier.get(row.id) ?? []));
}

/** An exam has a stored file, possibly with an earlier external link, or only a link, or only results. */
function presentExam(row: ExamRow, earlierFiles: StoredFile[]): Exam {
  const { externalUrl, fileId, createdAt, invalidDates, ...exam } = row;
  const link = externalLink(externalUrl);
  return {
    ...exam,
    fileUrl: fileId === null ? link : filePath(fileId),
    external: fileId === null && link !== null,
    earlierLink: fileId === null ? null : link,
    earlierFiles,
    createDate: presentDate({ createdAt, invalidDates }, 'createdAt'),
  };
}

/** An exam without its files, for an account that may see the exam but not open its files. */
export function withoutFile(exam: Exam): Exam {
  return {
    ...exam,
    fileUrl: null,
    external: false,
    earlierLink: null,
    fileName: null,
    mediaType: null,
    fileSize: null,
    earlierFiles: [],
  };
}

export async function readExam(db: Reader, id: string): Promise<Exam> {
  const [exam] = await readExams(db, eq(exams.id, id));
  if (!exam) throw new Problem('NOT_FOUND');
  return exam;
}

export async function readExamPatient(transaction: Transaction, id: string): Promise<string> {
  const [exam] = await transaction
    .select({ patientId: exams.patientId })
    .from(exams)
    .where(eq(exams.id, id));
  if (!exam) throw new Problem('NOT_FOUND');
  return exam.patientId;
}

/**
 * Locks an exam for a change.
 * @param version the version to change; undefined (legacy client) for any
 * @throws Problem STALE_VERSION with the current exam
 */
export async function lockExam(
  transaction: Transaction,
  id: string,
  version: number | undefined,
): Promise<typeof exams.$inferSelect> {
  const [row] = await transaction
    .select({ exam: exams })
    .from(exams)
    .innerJoin(patients, and(eq(patients.id, exams.patientId), isNull(patients.deletedAt)))
    .where(and(eq(exams.id, id), isNull(exams.deletedAt)))
    .for('update', { of: exams });
  if (!row) throw new Problem('NOT_FOUND');
  const { exam } = row;
  const shows = { kind: 'exam', id, patientId: exam.patientId } as const;
  await rejectStale(version, exam, () => readExam(transaction, id), shows);
  return exam;
}

/** A legacy link; null for a link that could run code (`javascript:`). */
export function externalLink(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/**
 * The user who added an exam: the uploader of its first file, or without a file the user who entered its results.
 * An imported exam has no such user.
 */
const addedBy: SQL = sql`coalesce((
  select f.created_by from ${files} f
  where ${exams.externalUrl} is null and f.id = coalesce(
    (select r.file_id from ${replacedFiles} r where r.exam_id = ${exams.id}
      order by r.replaced_at limit 1),
    ${exams.fileId})
), (
  select r.entered_by from ${resultSets} r
  where r.exam_id = ${exams.id} and ${exams.fileId} is null and ${exams.externalUrl} is null
  order by r.entered_at limit 1
))`;

/**
 * Requires that the account may edit every exam, or added all exams of `ids`.
 * @throws Problem FORBIDDEN
 */
export async function requireOwnExams(
  transaction: Transaction,
  actor: StaffActor,
  ids: readonly string[],
): Promise<void> {
  if (may(actor, 'exams.editAll')) return;
  const { rows } = await transaction.execute<{ foreign: boolean }>(
    sql`select exists (select 1 from ${exams} where ${exams.id} = any(${sql.param([...ids])}::text[])
      and ${addedBy} is distinct from ${actor.id}) as foreign`,
  );
  if (rows[0]?.foreign !== false) throw new Problem('FORBIDDEN');
}

/** Maximum number of laboratories in a list of choices; a search finds the others. */
const MAX_LABORATORIES = 50;

export const isLaboratory = and(eq(partners.type, 'Laboratorio'), isNull(partners.deletedAt));

export function listLaboratories(
  db: Reader,
  { search, everyType }: CallInput<typeof examsContract.laboratories>,
): Promise<Laboratory[]> {
  const isOffered = everyType ? isNull(partners.deletedAt) : isLaboratory;
  return db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(and(isOffered, matchesSearch(partners.searchText, search)))
    .orderBy(sql`${partners.name} collate "es-x-icu"`, partners.id)
    .limit(MAX_LABORATORIES);
}

export async function readLaboratory(db: Reader, id: string): Promise<Laboratory> {
  const [laboratory] = await db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(and(isLaboratory, eq(partners.id, id)));
  if (!laboratory) throw unknownLaboratory('laboratory');
  return laboratory;
}

/** Locks a laboratory, so that it is not deleted before commit. */
export async function requireLaboratory(
  transaction: Transaction,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const rows = await transaction
    .select({ id: partners.id })
    .from(partners)
    .where(and(isLaboratory, eq(partners.id, id)))
    .for('key share');
  if (rows.length === 0) throw unknownLaboratory('idLaboratory');
}

function unknownLaboratory(path: string): Problem {
  return toFieldProblem('NOT_FOUND', path, 'Este laboratorio no existe');
}
