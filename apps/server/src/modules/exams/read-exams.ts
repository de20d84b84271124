import type { Exam, StaleExamDetails } from '@simiente/contract/exams';
import { filePath } from '@simiente/contract/files';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { arrayOf, fixed, isoText } from '../../platform/database/written.ts';
import { Problem } from '../../platform/http/problem.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { replacedFiles } from '../../schema/replaced-files.ts';
import { replacedFilesOf } from '../files/public.ts';

/** A link that a browser may follow. */
const LINK = sql`case when ${exams.externalUrl} ~* '^https?://' then ${exams.externalUrl} end`;

/** Exams as the wire shows them, each a row of JSON: a file of ours, with the link of before beside it, or that link alone. */
const EXAMS = fixed(sql`select ${exams.id}, ${exams.type} as "examType",
    case when ${files.id} is null then ${LINK} else ${sql.raw(`'${filePath('')}'`)} || ${files.id} end as "fileUrl",
    ${files.id} is null and ${LINK} is not null as external,
    case when ${files.id} is not null then ${LINK} end as "earlierLink",
    ${files.name} as "fileName", ${files.mediaType} as "mediaType", ${files.size} as "fileSize",
    case when ${partners.id} is not null
      then json_build_object('idPartner', ${partners.id}, 'name', ${partners.name}) end as laboratory,
    ${arrayOf(replacedFilesOf(replacedFiles.examId, exams.id))} as "earlierFiles",
    ${isoText(exams.createdAt)} as "createDate", ${exams.version}
  from ${exams} left join ${files} on ${files.id} = ${exams.fileId}
    left join ${partners} on ${partners.id} = ${exams.laboratoryId}
  where ${exams.deletedAt} is null and`);

/** Within a query for a patient: their exams, newest first, as a JSON array. */
export const writtenExams = fixed(
  arrayOf(sql`${EXAMS} ${exams.patientId} = ${patients.id}
    order by ${exams.createdAt} desc nulls last, ${exams.id}`),
);

/** @throws Problem NOT_FOUND when there is no such exam, or it is in the bin */
export async function readExam(transaction: Transaction, id: string): Promise<Exam> {
  const { rows } = await transaction.execute<{ exam: Exam }>(
    sql`select row_to_json(exam) as exam from (${EXAMS} ${exams.id} = ${id}) as exam`,
  );
  const [{ exam } = {}] = rows;
  if (!exam) throw new Problem('NOT_FOUND');
  return exam;
}

/** @throws Problem NOT_FOUND */
export async function patientOfExam(transaction: Transaction, id: string): Promise<string> {
  const [exam] = await transaction
    .select({ patientId: exams.patientId })
    .from(exams)
    .where(eq(exams.id, id));
  if (!exam) throw new Problem('NOT_FOUND');
  return exam.patientId;
}

/** The same as the answers about one exam have it. */
export async function readExamData(transaction: Transaction, id: string): Promise<{ exam: Exam }> {
  return { exam: await readExam(transaction, id) };
}

/**
 * Locks an exam for a change of the version that somebody saw; without one (a legacy caller) of
 * whatever is there.
 *
 * @throws Problem NOT_FOUND when it or its patient does not exist or is in the bin
 * @throws Problem STALE_VERSION with the exam as it is now
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
  if (version !== undefined && version !== row.exam.version) {
    const details = { current: await readExam(transaction, id) } satisfies StaleExamDetails;
    throw new Problem('STALE_VERSION', {
      details,
      shows: { kind: 'exam', id, patientId: row.exam.patientId },
    });
  }
  return row.exam;
}
