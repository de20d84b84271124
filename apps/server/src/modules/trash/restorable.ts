import { DAYS_IN_TRASH } from '@simiente/contract/trash/calls';
import { type SQL, sql } from 'drizzle-orm';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

/** Records deleted after this moment can still be restored. */
export const restorableSince = sql`now() - make_interval(days => ${DAYS_IN_TRASH})`;

/** The folio, formatted as formatFolio does. */
const orderName = sql`'OE-' || lpad(${examOrders.folio}::text, greatest(6, length(${examOrders.folio}::text)), '0')`;
const examName = sql`replace(${exams.type}, '_', ' ')`;

/**
 * All restorable records, one row each: kind, id, name, detail, patient_id (of an exam or an order),
 * deleted_at, deleted_by, deletion_id, search_text. Branches that were deleted with their partner are
 * restored with it, and have no row; nor have records of a blocked patient.
 */
export const restorable: SQL = sql`(
  select 'patient' as kind, ${patients.id} as id, ${patients.name} as name, ${patients.email} as detail,
    null as patient_id, ${patients.deletedAt} as deleted_at, ${patients.deletedBy} as deleted_by,
    ${patients.deletionId} as deletion_id, ${patients.searchText} as search_text
  from ${patients} where ${patients.deletedAt} > ${restorableSince} and ${patients.blockedAt} is null
    and ${patients.mergedInto} is null
  union all
  select 'exam', ${exams.id}, ${examName}, ${patients.name}, ${patients.id},
    ${exams.deletedAt}, ${exams.deletedBy}, ${exams.deletionId},
    fold_text(${examName} || chr(10) || ${patients.name})
  from ${exams} join ${patients} on ${patients.id} = ${exams.patientId} and ${patients.blockedAt} is null
  where ${exams.deletedAt} > ${restorableSince} and ${exams.blockedAt} is null
  union all
  select 'exam_order', ${examOrders.id}, ${orderName}, ${patients.name}, ${patients.id},
    ${examOrders.deletedAt}, ${examOrders.deletedBy}, ${examOrders.deletionId},
    fold_text(${orderName} || chr(10) || ${patients.name})
  from ${examOrders} join ${patients} on ${patients.id} = ${examOrders.patientId} and ${patients.blockedAt} is null
  where ${examOrders.deletedAt} > ${restorableSince}
  union all
  select 'partner', ${partners.id}, ${partners.name}, ${partners.country}, null,
    ${partners.deletedAt}, ${partners.deletedBy}, ${partners.deletionId}, ${partners.searchText}
  from ${partners} where ${partners.deletedAt} > ${restorableSince}
  union all
  select 'branch', ${branches.id}, ${branches.name}, ${partners.name}, null,
    ${branches.deletedAt}, ${branches.deletedBy}, ${branches.deletionId}, ${branches.searchText}
  from ${branches} join ${partners} on ${partners.id} = ${branches.partnerId}
  where ${branches.deletedAt} > ${restorableSince}
    and (${partners.deletedAt} is null or ${partners.deletionId} is distinct from ${branches.deletionId})
  union all
  select 'prospect', ${prospects.id}, ${prospects.name}, ${prospects.email}, null,
    ${prospects.deletedAt}, ${prospects.deletedBy}, ${prospects.deletionId}, ${prospects.searchText}
  from ${prospects} where ${prospects.deletedAt} > ${restorableSince}
) as restorable`;
