import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { type FindingLog, MOST_FINDINGS } from '../findings.ts';
import { EDITED_BY_STAFF, type Verdicts } from './verdicts.ts';

/**
 * Merges fertility tests and reports. Every imported history has a row in `fertility_tests`, also
 * without a name, which marks it as imported. A text that is not the last one that an import brought is a
 * further draft of its report: it takes the place of nothing, and a missing one takes nothing away.
 */
export async function mergeHistories(
  transaction: Transaction,
  verdicts: Verdicts,
  log: FindingLog,
  { withoutConstraints }: { readonly withoutConstraints: boolean },
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
    with created as (
      insert into report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source)
      select w.id || '_' || next.number, w.patient_id, w.kind, next.number, 'draft', w.message,
             encode(sha256(convert_to(w.message, 'UTF8')), 'hex'), now(), 'importacion'
        from staged_reports w join accepted_histories using (seq)
        left join reports r on r.patient_id = w.patient_id and r.kind = w.kind
        cross join lateral (select coalesce(r.last_number, 0) + 1 as number) next
       where w.message is distinct from (
         select v.text from report_versions v
          where v.patient_id = w.patient_id and v.kind = w.kind and v.source = 'importacion'
          order by v.number desc limit 1)
      returning patient_id
    )
    insert into rewritten
    select patient_id from created join accepted_histories using (patient_id) where is_known`);
  if (withoutConstraints) await deriveReports(transaction);
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
                    when h.is_touched then 'kept'
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

/**
 * Derives for all imported reports what the trigger on `report_versions` derives for each: one unreviewed draft. After
 * their prefix, the ids of a report and of its imported versions begin alike (`stableId` in `staging.ts`).
 */
async function deriveReports(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    insert into reports (id, patient_id, kind, last_number, in_force_id, pending_id, pending_at)
    select 'rep_' || substr(id, 5, 20), patient_id, kind, number, id, id, arrived_at
      from report_versions`);
}
