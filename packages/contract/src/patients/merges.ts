import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay } from '../common/instants.ts';
import { storableText } from '../common/text.ts';
import { consentPurposes } from '../consents/texts.ts';
import { merge, type Patient, patient } from './calls.ts';

/** Groups of fields for which the user chooses one of the two records, with their labels. */
export const mergeFields = {
  name: { label: 'Nombre', fields: ['name'] },
  email: { label: 'Correo electrónico', fields: ['email'] },
  phone: { label: 'Teléfono', fields: ['phone'] },
  birthDate: { label: 'Fecha de nacimiento', fields: ['birthDate'] },
  sex: { label: 'Sexo al nacer', fields: ['sex'] },
  curp: { label: 'CURP', fields: ['curp'] },
  identityDocument: { label: 'Pasaporte u otro documento', fields: ['identityDocument'] },
  address: {
    label: 'Domicilio',
    fields: ['street', 'colony', 'municipality', 'state', 'zip', 'country'],
  },
  emergency: {
    label: 'Contacto de emergencia',
    fields: ['emergencyName', 'emergencyPhone', 'emergencyRelation'],
  },
  status: { label: 'Estatus', fields: ['status'] },
} as const satisfies Record<string, { label: string; fields: readonly (keyof Patient)[] }>;
export type MergeField = keyof typeof mergeFields;
export const mergeFieldNames = Object.keys(mergeFields) as MergeField[];

/** Days in which a merge can be undone. */
export const DAYS_TO_UNMERGE = 30;

/** The words that the user must type if the two may be different people. */
export const SAME_PERSON = 'misma persona';

/** Signs that the two patients are different people. */
const mergeWarnings = ['curp', 'birthDate', 'sex', 'results'] as const;
export type MergeWarning = (typeof mergeWarnings)[number];

/** An item for the first patient and one for the second. */
const forBoth = <Item extends z.ZodType>(item: Item) => z.array(item).length(2);
const countForBoth = forBoth(z.int().min(0));

export const mergePreview = z.strictObject({
  patients: forBoth(patient),
  warnings: z.array(z.literal(mergeWarnings)),
  /** Record counts of each patient. */
  counts: z.strictObject({
    exams: countForBoth,
    results: countForBoth,
    reports: countForBoth,
    appointments: countForBoth,
    orders: countForBoth,
    notes: countForBoth,
    consents: countForBoth,
    deliveries: countForBoth,
  }),
  /** Number of signed report versions. */
  signed: countForBoth,
  /** For each purpose, the day of each patient's consent in force; null without one. */
  consents: z.array(
    z.strictObject({
      purpose: z.literal(consentPurposes),
      givenOn: forBoth(calendarDay.nullable()),
    }),
  ),
});
export type MergePreview = z.infer<typeof mergePreview>;

/** Details of PATIENT_MERGED: the record into which the requested one was merged. */
export interface MergedDetails {
  readonly idUser: string;
  readonly name: string;
}

const pair = { idUser: recordId, idOther: recordId };
const version = z.int32().min(1);

export const patientMergesContract = {
  preview: call('patients.merge')
    .get(
      '/v1/user/merge-preview',
      'Vista previa de la fusión de dos pacientes, con las señales de que son distintos',
    )
    .input(z.strictObject(pair))
    .output(mergePreview),
  merge: call('patients.merge')
    .post(
      '/v1/user/merge',
      'Junta dos expedientes de la misma persona; el id del otro lleva al que se conserva',
    )
    .input(
      z
        .strictObject({
          ...pair,
          version,
          otherVersion: version,
          /** The groups that are taken from the other record. */
          take: z.array(z.literal([...mergeFieldNames, 'consents'])),
          confirmation: storableText(40).optional(),
        })
        .refine(({ idUser, idOther }) => idUser !== idOther, {
          error: 'Elige dos pacientes distintos.',
          path: ['idOther'],
        }),
    )
    .output({ patient, idMerge: z.string() }),
  list: call('patients.read')
    .get('/v1/user/merges', 'Las fusiones de un paciente, la más reciente primero')
    .input({ idUser: recordId })
    .output({ merges: z.array(merge) }),
  undo: call('patients.merge')
    .post(
      '/v1/user/unmerge',
      'Deshace una fusión durante 30 días; lo que llegó después queda donde está',
    )
    .input({ idMerge: storableText(80) })
    .output({ patients: forBoth(patient) }),
};
