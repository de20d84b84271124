import { type SQL, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { resultSets } from '../../schema/results.ts';

/**
 * The user who added an exam: the one who uploaded its first file, or entered its results where it has none. An
 * imported exam has none.
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
 * An account that may not edit every exam may edit those that it added.
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
