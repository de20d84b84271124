import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';

/** Says of each demo exam which laboratory made it, the same for all of a patient: no export says it. */
export async function nameLaboratories(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    with laboratories as (
      select array_agg(id order by id) as ids from partners where type = 'Laboratorio'
    )
    update exams set laboratory_id =
      laboratories.ids[1 + abs(hashtext(exams.patient_id)::bigint) % cardinality(laboratories.ids)]
    from laboratories where laboratories.ids is not null`);
}
