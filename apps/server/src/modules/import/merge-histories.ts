import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { type FindingLog, MOST_FINDINGS } from './findings.ts';
import { EDITED_BY_STAFF, type Verdicts } from './verdicts.ts';

/** The id that `stableId` gives the report `r` of an import. */
const reportId = sql.raw(`
  'rep_' || left(encode(sha256(convert_to('["' || r.patient_id || '","' || r.kind || '"]', 'UTF8')), 'hex'), 20)`);

/**
 * Merges fertility tests and reports. Every imported history has a row in `fertility_tests`, also
 * without a name, which marks it as imported. A report has no digest: it belongs to the import as long
 * as it has the import's id and its first version, which only staff raise.
 */
export async function mergeHistories(
  transaction: Transaction,
  verdicts: Verdicts,
  log: FindingLog,
): Promise<void> {
  const run = (query: ReturnType<typeof sql>) => transaction.execute(query);
  await run(sql`
    create temporary table accepted_histories on commit drop as
      select s.seq, s.path, s.patient_id, s.test_user_name, t.patient_id is not null as is_known,
             p.version is distinct from p.imported_version as is_touched,
             nullif(s.name, p.name) as history_name,
             (t.user_name, t.history_name)
               is distinct from (s.test_user_name, nullif(s.name, p.name)) as is_renamed
        from staged_histories s
        join patients p on p.id = s.patient_id
        left join fertility_tests t using (patient_id)
       where s.is_readable and ${verdicts.isOpen}`);
  await run(sql`analyze accepted_histories`);
  await run(sql`create temporary table rewritten (patient_id text) on commit drop`);
  await run(sql`
    with gone as (
      delete from reports r using accepted_histories h
       where r.patient_id = h.patient_id and r.id = ${reportId} and r.version = 1
         and not exists (select from staged_reports w where w.seq = h.seq and w.kind = r.kind)
      returning r.patient_id
    )
    insert into rewritten select patient_id from gone`);
  await run(sql`
    with written as (
      update reports r set message = w.message, updated_at = now()
        from staged_reports w join accepted_histories using (seq)
       where r.id = w.id and r.version = 1 and r.message <> w.message
      returning r.patient_id
    )
    insert into rewritten select patient_id from written`);
  await run(sql`
    with created as (
      insert into reports (id, patient_id, kind, message)
      select w.id, w.patient_id, w.kind, w.message
        from staged_reports w join accepted_histories using (seq)
       where not exists (
         select from reports r where r.patient_id = w.patient_id and r.kind = w.kind)
      returning patient_id
    )
    insert into rewritten
    select patient_id from created join accepted_histories using (patient_id) where is_known`);
  await run(sql`
    with renamed as (
      update fertility_tests t
         set user_name = h.test_user_name, history_name = h.history_name
        from accepted_histories h
       where t.patient_id = h.patient_id and h.is_known and h.is_renamed and not h.is_touched
      returning t.patient_id
    )
    insert into rewritten select patient_id from renamed`);
  const { rowCount } = await run(sql`
    insert into fertility_tests (patient_id, user_name, history_name)
    select patient_id, test_user_name, history_name from accepted_histories where not is_known order by seq`);
  log.tallies.history.created += rowCount ?? 0;
  await verdicts.add(sql`
    select seq, 'history', null, path, outcome, case outcome when 'kept' then ${EDITED_BY_STAFF} end
      from (
        select h.seq, h.path,
               case when h.patient_id in (select patient_id from rewritten) then 'updated'
                    when h.is_touched or exists (
                      select from reports r where r.patient_id = h.patient_id
                         and (r.id <> ${reportId} or r.version <> 1)) then 'kept'
                    else 'unchanged' end as outcome
          from accepted_histories h where h.is_known
      ) met`);
  const { rows } = await transaction.execute<{ path: string; total: number }>(sql`
    select path, count(*) over ()::int as total from accepted_histories
     where history_name is not null order by seq limit ${MOST_FINDINGS}`);
  log.notices.addAll(
    rows.map(({ path, total }) => ({
      path: `${path}.name`,
      total,
      reason: 'no es el nombre del paciente: se guardan los dos',
    })),
  );
}
