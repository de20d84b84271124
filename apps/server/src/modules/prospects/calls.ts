import type { InputIssue } from '@simiente/contract/common/errors';
import { patientFields } from '@simiente/contract/patients/fields';
import type {
  ConvertedProspectDetails,
  Prospect,
  prospectsContract,
} from '@simiente/contract/prospects/calls';
import { prospectGroup } from '@simiente/contract/prospects/filters';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import {
  audited,
  auditRead,
  auditView,
  listedFilter,
  readShownSet,
  writeAudit,
} from '../audit/public.ts';
import { createPatient, expectPatient, findDuplicates, lockPatient } from '../patients/public.ts';
import {
  allPersonIds,
  getPersonIds,
  listAllProspects,
  listPatientProspects,
  listProspects,
  listSimilarProspects,
  lockProspect,
  notDeleted,
  readProspect,
} from './list-prospects.ts';
import { createProspect, moveProspect, updateProspect } from './save-prospect.ts';

export const prospectCalls: Handlers<typeof prospectsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing.
    route: { exposeHeadRoute: false },
    async handle(context) {
      const { db } = context;
      await auditRead(db, context, {
        action: 'prospects.all_read',
        details: { count: await db.$count(prospects, notDeleted) },
        shownSet: await readShownSet(db, allPersonIds),
      });
      return listAllProspects(db);
    },
  },

  list: audited(listProspects, (input, { prospects }) => ({
    action: 'prospects.listed',
    details: { filter: listedFilter(input), count: prospects.length },
    shown: getPersonIds(prospects),
  })),

  getOne: audited(
    ({ db }, { idProspect }) => readProspect(db, idProspect),
    (_input, { idProspect: id, patient }) => ({
      action: 'prospect.read',
      subject: { kind: 'prospect', id },
      patientId: patient?.idUser,
    }),
  ),

  ofPatient: audited(
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return {
        prospects: await listPatientProspects(db, idUser),
        similar: await listSimilarProspects(db, idUser),
      };
    },
    ({ idUser }, { prospects, similar }) => ({
      action: 'prospects.listed',
      patientId: idUser,
      details: { filter: { idUser }, count: prospects.length + similar.length },
      shown: getPersonIds(similar),
    }),
  ),

  create: idempotent('prospects.create', createProspect, (transaction, context, { id }) =>
    showProspect(transaction, context, id),
  ),

  updateStatus: idempotent('prospects.updateStatus', updateProspect, showChanged),
  move: idempotent('prospects.move', moveProspect, showChanged),
  convert: idempotent('prospects.convert', convertProspect, showChanged),
};

function showChanged(
  transaction: Transaction,
  context: StaffContext,
  _changed: unknown,
  { idProspect }: { readonly idProspect: string },
) {
  return showProspect(transaction, context, idProspect);
}

async function showProspect(transaction: Transaction, context: StaffContext, id: string) {
  const prospect = await readProspect(transaction, id);
  await auditView(transaction, context, {
    action: 'prospect.read',
    subject: { kind: 'prospect', id },
    patientId: prospect.patient?.idUser,
  });
  return { prospect };
}

type Conversion = CallInput<typeof prospectsContract.convert>;

/**
 * Creates a patient from a prospect, or links an existing one, and marks the prospect as converted. If that patient
 * is deleted, the prospect may be converted again.
 * @throws Problem PROSPECT_CONVERTED with the patient of an earlier or concurrent conversion
 * @throws Problem BAD_REQUEST if the prospect's data are invalid for a patient
 * @throws Problem POSSIBLE_DUPLICATES
 */
async function convertProspect(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  conversion: Conversion,
): Promise<{ patientId: string }> {
  const { idProspect: id, idUser: existing } = conversion;
  // The lock order everywhere is patient, prospect.
  if (existing !== undefined) await lockPatient(transaction, existing);
  const prospect = await lockProspect(transaction, id);
  if (prospect.patient !== null) {
    throw new Problem('PROSPECT_CONVERTED', {
      details: { current: prospect } satisfies ConvertedProspectDetails,
      shows: { kind: 'prospect', id, patientId: prospect.patient.idUser },
    });
  }
  const patientId =
    existing ?? (await convertToPatient(transaction, context, prospect, conversion));
  const version = prospect.version + 1;
  await transaction
    .update(prospects)
    .set({
      status: 'converted',
      patientId,
      convertedAt: sql`now()`,
      convertedBy: context.actor.id,
      version,
      updatedAt: sql`now()`,
    })
    .where(eq(prospects.id, id));
  await writeAudit(transaction, context, {
    action: 'prospect.converted',
    subject: { kind: 'prospect', id },
    patientId,
    details: {
      isNew: existing === undefined,
      changes: { status: { from: prospectGroup(prospect.status), to: 'converted' } },
      version,
    },
  });
  return { patientId };
}

async function convertToPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  prospect: Prospect,
  conversion: Conversion,
): Promise<string> {
  const fields = toPatientFields(prospect, conversion);
  if (!conversion.despiteDuplicates) {
    // Serialises conversions, so that the second prospect with the same e-mail finds the first one's patient.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('patient of a prospect', 0))`,
    );
    const { duplicates } = await findDuplicates(transaction, fields);
    if (duplicates.length > 0) throw new Problem('POSSIBLE_DUPLICATES');
  }
  const { id } = await createPatient(transaction, context, { ...fields, status: 1 });
  return id;
}

/**
 * The patient's fields. Absent ones are taken from the prospect, whose data are unchecked and must now pass the rules
 * of the patient's form.
 */
function toPatientFields(
  prospect: Prospect,
  { idProspect: _, idUser: _existing, despiteDuplicates: _despite, ...fields }: Conversion,
) {
  const { name, email, phone } = fields;
  const values = {
    ...fields,
    name: name ?? prospect.name,
    email: email === undefined ? emptyToNull(prospect.mail) : email,
    phone: phone === undefined ? emptyToNull(prospect.phone) : phone,
  };
  const issues: InputIssue[] = [];
  for (const field of ['name', 'email', 'phone'] as const) {
    const { error } = patientFields[field].safeParse(values[field]);
    if (error) issues.push({ path: field, message: error.issues[0]?.message ?? '' });
  }
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
  return values;
}

const emptyToNull = (text: string | null) => text?.trim() || null;
