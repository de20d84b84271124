import type { Patient, StalePatientDetails } from '@simiente/contract/patients/calls';
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { type Cells, inOneCell, readCells, selectList } from '../../platform/database/rows.ts';
import { runStatement, statement } from '../../platform/database/statements.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { auditedAct, auditOfPatients, changesOf } from '../audit/public.ts';
import { checkIdentification } from './check-identification.ts';
import type { GivenFields } from './create-patient.ts';
import { fieldColumns, identificationColumns, presentPatient, summaryColumns } from './present.ts';
import { notDeleted } from './query.ts';
import { findPatient } from './read-patient.ts';

export interface PatientEdit extends GivenFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

const editable = { ...fieldColumns, ...identificationColumns };
const returned = { ...summaryColumns, ...identificationColumns };

/** Each column as the JSON of `$3` has it, or else as it is. */
const assignments = Object.entries(editable).map(([field, column]): SQL => {
  const [name, key] = [sql.identifier(toSnakeCase(column.name)), sql.raw(`'${field}'`)];
  return sql`${name} = case when $3::jsonb ? ${key}
    then ($3::jsonb->>${key})::${sql.raw(column.getSQLType())} else ${column} end`;
});

/**
 * Writes an edit of the version that was read, with its audit row. It is one statement, since round trips
 * would be most of its cost; its plan is the same whichever fields are sent.
 */
const write = statement(sql`
  with changed as (
    update ${patients} set ${sql.join(assignments, sql`, `)},
      version = ${patients.version} + 1, updated_at = now()
    where ${patients.id} = $1 and ${patients.version} = $2 and ${notDeleted}
    returning ${selectList(returned)}),
  audited as (${auditOfPatients('$4', { changed: sql`changed`, details: sql`$5::jsonb` })})
  select ${inOneCell(returned, 'changed')} as cells from changed`);

/** Other edits that may come between a reading and its writing, one after the other. */
const MOST_ATTEMPTS = 20;

/**
 * Sets the sent fields of a patient and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @returns the patient as they are now, and whether they changed, which is audited
 * @throws Problem NOT_FOUND, CURP_INVALID, BAD_REQUEST
 * @throws Problem STALE_VERSION with the patient as they are now
 */
export async function updatePatient(
  db: Reader,
  context: ChangeAct & Pick<StaffContext, 'clinicTimeZone'>,
  { id, version, ...fields }: PatientEdit,
): Promise<{ patient: Patient; isChanged: boolean }> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const row = await findPatient(db, id);
    const before = presentPatient(row);
    if (version !== undefined && version !== before.version) {
      throw new Problem('STALE_VERSION', {
        details: { current: before } satisfies StalePatientDetails,
        shows: { kind: 'patient', id, patientId: id },
      });
    }
    const changed = differing(before, fields);
    if (Object.keys(changed).length === 0) return { patient: before, isChanged: false };

    checkIdentification(changed, context.clinicTimeZone);
    const details = {
      changes: changesOf(context, id, before, changed, ['status']),
      version: before.version + 1,
    };
    const [written] = await runStatement<{ cells: Cells }>(
      db,
      write(
        id,
        before.version,
        JSON.stringify(changed),
        auditedAct(context, 'patient.updated'),
        JSON.stringify(details),
      ),
    );
    if (written) {
      const now = { ...row, ...readCells(returned, written.cells) };
      return { patient: presentPatient(now), isChanged: true };
    }
  }
  throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
}
