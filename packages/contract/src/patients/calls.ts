import * as z from 'zod';
import { appointmentPlace, doctorAppointment, recipeAppointment } from '../appointments/calls.ts';
import { bulkCall, call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, importedInstantOrNull, isoInstant } from '../common/instants.ts';
import { countedPageOutput, pageInput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { exam } from '../exams/calls.ts';
import { duplicateInput, patientFields, storedPatientFields } from './fields.ts';
import { patientSorts, statusFilters, upcomingSpans } from './filters.ts';
import { identificationInput, storedIdentification } from './identification.ts';

const flatPatient = {
  idUser: recordId,
  ...storedPatientFields,
  createDate: importedInstantOrNull,
  lastConnection: importedInstantOrNull,
  version: z.int().min(1),
};

export const patientSummary = z.strictObject({
  ...flatPatient,
  /** Only in a list of patients with appointments. */
  nextAppointment: isoInstant.optional(),
  /** The place of the next appointment; null means the clinic. */
  nextPlace: appointmentPlace.nullable().optional(),
  /** An earlier name, e-mail or phone by which a search found the patient, from before a merge. */
  earlier: z.string().optional(),
});
export type PatientSummary = z.infer<typeof patientSummary>;

/** Name in the imported history, if it differs from the patient's. */
const historyName = z.string().nullable();
const userData = z.strictObject({ test: z.strictObject({ userName: z.string().nullable() }) });

/** A patient in the head of their page. */
export const patient = z.strictObject({
  ...flatPatient,
  ...storedIdentification,
  userData,
  historyName,
});
export type Patient = z.infer<typeof patient>;

const report = z.strictObject({
  message: z.string(),
  /** A result quoted in the signed text has changed, and no doctor has corrected or confirmed the report since. */
  basisChanged: z.literal(true).optional(),
});

export const merge = z.strictObject({
  idMerge: z.string(),
  at: isoInstant,
  by: z.string().nullable(),
  /** The record that was merged into this one. */
  other: z.strictObject({ idUser: recordId, name: z.string() }),
  undoneAt: isoInstant.nullable(),
  /** Whether the merge can be undone: it is recent, and neither record was merged again. */
  canUndo: z.boolean(),
});
export type Merge = z.infer<typeof merge>;

/** A patient's history: test, reports, exams, appointments. */
export const medicalHistory = z.strictObject({
  idUser: recordId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  userData,
  historyName,
  allExamns: z.strictObject({ exams: z.array(exam) }),
  /** Absent for an account that may not read reports. */
  MedicalReportData: z
    .strictObject({ examReportIA: report, firstMedicalReport: report })
    .optional(),
  appointments: z.strictObject({
    recipeAppointments: z.array(recipeAppointment),
    doctorAppointments: z.array(doctorAppointment),
  }),
  /** The account's doctor has an appointment with the patient, which another account booked. */
  isOwnPatient: z.literal(true).optional(),
  /** Records that were merged into this one, the last one first; absent without any. */
  merges: z.array(merge).optional(),
  /** Present while an emergency access lets the account read more than its roles allow. */
  emergencyAccess: z.strictObject({ until: isoInstant }).optional(),
});
export type MedicalHistory = z.infer<typeof medicalHistory>;

const statusCounts = z.strictObject({
  '1': z.int().min(0),
  '2': z.int().min(0),
  '3': z.int().min(0),
  '4': z.int().min(0),
});

export const patientListInput = z.strictObject({
  status: z.literal(statusFilters).default(0),
  /** Words of a name or e-mail, digits of a phone, or the beginning of a CURP; case and accents do not matter. */
  search: storableText(200).optional(),
  /** Only patients with a future appointment. */
  upcoming: z.boolean().default(false),
  /** Only patients with an appointment on these days; needs `upcoming`. */
  upcomingIn: z.literal(upcomingSpans).optional(),
  /** Only patients with an incomplete identification. */
  incomplete: z.boolean().default(false),
  /** Only patients who did not receive the privacy notice in force. */
  withoutNotice: z.boolean().default(false),
  /** Only patients created on this day in the clinic's zone or later. */
  createdFrom: calendarDay.optional(),
  /** Only patients created until the end of this day, or without a creation date. */
  createdTo: calendarDay.optional(),
  /** Only patients with an exam or an order of this laboratory, of any date. */
  laboratory: recordId.optional(),
  /** The order by next appointment needs `upcoming`. */
  sort: z.literal(patientSorts).default('-createDate'),
  ...pageInput,
});

/** The counts by status apply every filter except the status. */
export const patientPage = z.strictObject({
  userData: z.array(patientSummary),
  ...countedPageOutput(statusCounts),
});
export type PatientPage = z.infer<typeof patientPage>;

/** Maximum patients in one change of status. */
export const MAX_STATUS_CHANGE_SIZE = 1000;

/** Fields that suggest that two people are the same. */
export const matchedFields = ['curp', 'email', 'phone', 'birthDate'] as const;
export type MatchedField = (typeof matchedFields)[number];
const matched = z.array(z.literal(matchedFields)).min(1);

export const possibleDuplicate = z.strictObject({
  ...flatPatient,
  matched,
  /** The matched fields whose value the patient had before a merge. */
  earlier: z.array(z.literal(matchedFields)),
});
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>;

/** Pairs of patients who may be the same person; `total` also counts those after the first hundred. */
export const similarPatients = z.strictObject({
  pairs: z.array(
    z.strictObject({
      patients: z
        .array(
          z.strictObject({
            ...flatPatient,
            curp: storedIdentification.curp,
            birthDate: storedIdentification.birthDate,
          }),
        )
        .length(2),
      matched,
      earlier: possibleDuplicate.shape.earlier,
    }),
  ),
  total: z.int().min(0),
});
export type SimilarPatients = z.infer<typeof similarPatients>;

/** The earlier status of a patient, and the version of the record after the change. */
const earlierStatus = z.strictObject({
  idUser: recordId,
  // The range of PostgreSQL's integer, because a legacy status is any number.
  status: z.int32().nullable(),
  version: z.int32().min(1),
});
export type EarlierStatus = z.infer<typeof earlierStatus>;

const oneUser = z.strictObject({ idUser: recordId });

export const patientsContract = {
  getAll: call('patients.read', 'lists.export')
    .get('/v1/user/get-all', 'Todos los pacientes, sin historiales')
    .output({ userData: z.array(patientSummary) }),
  list: call('patients.read')
    .get('/v1/user/list', 'Una página de pacientes')
    .input(patientListInput)
    .output(patientPage),
  getOne: call('patients.read')
    .get('/v1/user/get-one', 'Un paciente')
    .input(oneUser)
    .output(patient),
  getMedicalHistory: call('patients.read')
    .get(
      '/v1/user/get-medical-history-patient',
      'El historial de un paciente: informes, estudios y citas',
    )
    .input(oneUser)
    .output(medicalHistory),
  create: call('patients.edit')
    .post('/v1/user/create', 'Crea un paciente')
    .input({
      ...patientFields,
      email: patientFields.email.optional(),
      phone: patientFields.phone.optional(),
      status: patientFields.status.default(1),
      ...identificationInput,
    })
    .output({ patient }),
  // An e-mail and a phone are personal data, so they are sent in the body and not in a URL.
  duplicates: call('patients.read')
    .post(
      '/v1/user/duplicates',
      'Pacientes que podrían ser la misma persona: misma CURP, o mismo correo, teléfono o fecha de nacimiento con un nombre parecido; diez como máximo',
    )
    .input(duplicateInput)
    .output({ duplicates: z.array(possibleDuplicate) }),
  listSimilar: call('patients.read')
    .get(
      '/v1/user/similar',
      'Pares de pacientes que podrían ser la misma persona, cien como máximo',
    )
    .output(similarPatients),
  dismissSimilar: call('patients.edit')
    .post(
      '/v1/user/similar/dismiss',
      'Deja de mostrar un par de pacientes parecidos: son personas distintas',
    )
    .input(
      z
        .strictObject({ idUser: recordId, idOther: recordId })
        .refine(({ idUser, idOther }) => idUser !== idOther, {
          error: 'Elige dos pacientes distintos.',
          path: ['idOther'],
        }),
    )
    .output({ dismissed: z.literal(true) }),
  update: call('patients.edit')
    .put(
      '/v1/user/update',
      'Cambia los datos de un paciente; los datos que no se envían no cambian',
    )
    .input({
      idUser: recordId,
      ...z.strictObject(patientFields).partial().shape,
      ...identificationInput,
      version: editedVersion,
    })
    .output({ patient }),
  updateStatus: bulkCall('patients.edit')
    .put(
      '/v1/user/update-status',
      'Cambia el estatus de varios pacientes, de todos o de ninguno; los que ya lo tienen no cambian',
    )
    .input({
      idUsers: z.array(recordId).min(1).max(MAX_STATUS_CHANGE_SIZE),
      status: patientFields.status,
    })
    .output({
      /** Number of patients whose status changed. */
      updated: z.int().min(0),
      /** Earlier statuses of these patients, as input of `restore-status`. */
      earlier: z.array(earlierStatus),
    }),
  restoreStatus: bulkCall('patients.edit')
    .put(
      '/v1/user/restore-status',
      'Devuelve el estatus anterior a los pacientes que nadie ha cambiado desde entonces',
    )
    .input({ patients: z.array(earlierStatus).min(1).max(MAX_STATUS_CHANGE_SIZE) })
    .output({
      restored: z.int().min(0),
      /** Number of skipped patients: edited or deleted since, or without an audited change to restore. */
      kept: z.int().min(0),
    }),
};
