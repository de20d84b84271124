import { appointmentPlace, attendance, meetingPlace } from '@simiente/contract/appointments/calls';
import { recordId } from '@simiente/contract/common/ids';
import { calendarDay, isoInstant, isoInstantOrNull } from '@simiente/contract/common/instants';
import { consent } from '@simiente/contract/consents/calls';
import { note } from '@simiente/contract/notes/calls';
import { patientRecordParts } from '@simiente/contract/patient-record/calls';
import { storedPatientFields } from '@simiente/contract/patients/fields';
import { storedIdentification } from '@simiente/contract/patients/identification';
import { otherTimeRequest } from '@simiente/contract/reminders/request';
import { sampleFacts } from '@simiente/contract/results/calls';
import {
  correctionKinds,
  resultSources,
  resultStatuses,
  secondReadingWays,
} from '@simiente/contract/results/states';
import { reportedFields } from '@simiente/contract/results/values';
import { dataRequest } from '@simiente/contract/rights/calls';
import { privacyReceipt } from '@simiente/contract/rights/notice-calls';
import * as z from 'zod';
import { recordReport } from './report-schema.ts';

const namedRecord = z.strictObject({ id: recordId, name: z.string() });

/** Times of a row's creation and last change. */
const rowTimes = { insertedAt: isoInstant, updatedAt: isoInstant };

/** Dates of the legacy export that could not be parsed, in their original form, by property. */
const invalidDates = z.record(z.string(), z.string()).nullable();

/** An earlier file; `file` refers to one of `files`. */
const earlierFiles = z.array(
  z.strictObject({ file: z.string(), replacedAt: isoInstant, replacedBy: z.string().nullable() }),
);

/** Facts of a sample. The column stores any integer as the edition. */
const sample = { ...sampleFacts, whoEdition: z.int().nullable() };

/** The results of a study; `exam` refers to an entry of `exams`. */
const receivedResult = z.strictObject({
  id: recordId,
  state: z.string(),
  source: z.literal(resultSources),
  examType: z.string(),
  reason: z.string(),
  laboratory: recordId,
  patientText: z.string().nullable(),
  nameText: z.string().nullable(),
  birthDateText: z.string().nullable(),
  folioText: z.string().nullable(),
  whereText: z.string().nullable(),
  ...sample,
  values: z.unknown(),
  /** Ids of the files that came with it. */
  documents: z.array(z.string()),
  critical: z.array(z.string()),
  arrivedAt: isoInstant,
  doneAt: isoInstantOrNull,
  doneBy: z.string().nullable(),
  ...rowTimes,
});

const recordResult = z.strictObject({
  id: recordId,
  exam: recordId,
  laboratory: namedRecord.nullable(),
  ...sample,
  status: z.literal(resultStatuses),
  source: z.literal(resultSources),
  enteredAt: isoInstant,
  enteredBy: z.string().nullable(),
  validatedAt: isoInstantOrNull,
  validatedBy: z.string().nullable(),
  /** The critical values in words, with the user and time of their acknowledgement. */
  critical: z.array(z.string()),
  criticalSeenAt: isoInstantOrNull,
  criticalSeenBy: z.string().nullable(),
  secondReadingWay: z.literal(secondReadingWays).nullable(),
  secondReadingAt: isoInstantOrNull,
  secondReadingBy: z.string().nullable(),
  /** Whether the values were typed and lack a second reading. */
  lacksSecondReading: z.boolean(),
  /** A value is in force unless the `replaces` of another value names it. */
  values: z.array(
    z.strictObject({
      id: recordId,
      position: z.int(),
      ...reportedFields,
      laboratoryFlag: z.string().nullable(),
      preliminary: z.boolean(),
      corrected: z.boolean(),
      note: z.string().nullable(),
      laboratoryCode: z.string().nullable(),
      fillerNumber: z.string().nullable(),
      sentAt: isoInstantOrNull,
      withdrawn: z.boolean(),
      replaces: recordId.nullable(),
      /** The id of an entry of `corrections`. */
      correctionId: z.int().nullable(),
      enteredAt: isoInstant,
      enteredBy: z.string().nullable(),
    }),
  ),
  corrections: z.array(
    z.strictObject({
      id: z.int(),
      at: isoInstant,
      by: z.string().nullable(),
      kind: z.literal(correctionKinds),
      reason: z.string(),
      factsBefore: z.unknown(),
      /** Earlier validation of the corrected state. */
      validatedAt: isoInstantOrNull,
      validatedBy: z.string().nullable(),
    }),
  ),
  /** The result as it arrived, if it waited to be assigned to a patient. */
  received: receivedResult.nullable(),
  /** Other deliveries of the same sample; without person and values if they may be of another patient. */
  laterReceived: z.array(receivedResult),
  ...rowTimes,
});

const personFields = {
  ...storedPatientFields,
  ...storedIdentification,
  /** The name that the patient gave in the fertility test. */
  testUserName: z.string().nullable(),
  /** Name in the imported history, if it differs from the patient's. */
  historyName: z.string().nullable(),
};

/**
 * All data of a patient, as in `expediente.json`; docs/es/expediente.md explains it to recipients outside the clinic.
 * A breaking change has another `version`.
 */
export const patientRecord = z.strictObject({
  format: z.literal('simiente.expediente'),
  version: z.literal(2),
  exportedAt: isoInstant,
  /** Parts that the exporting account may not read; absent if nothing is missing. */
  leftOut: z.array(z.literal(patientRecordParts)).optional(),
  patient: z.strictObject({
    id: recordId,
    ...personFields,
    createdAt: isoInstantOrNull,
    lastAccessAt: isoInstantOrNull,
    invalidDates,
    /** Consents to the processing of health data, oldest first, including withdrawn ones. */
    consents: z.array(consent),
    /** Oldest first. */
    notes: z.array(note),
    ...rowTimes,
  }),
  reports: z.array(recordReport),
  exams: z.array(
    z.strictObject({
      id: recordId,
      type: z.string(),
      laboratory: namedRecord.nullable(),
      externalUrl: z.string().nullable(),
      /** Id in `files`. */
      file: z.string().nullable(),
      earlierFiles,
      /** The day on which the study was made. */
      examDate: calendarDay.nullable(),
      createdAt: isoInstantOrNull,
      invalidDates,
      ...rowTimes,
    }),
  ),
  results: z.array(recordResult),
  doctorAppointments: z.array(
    z.strictObject({
      id: recordId,
      doctor: z.strictObject({
        id: recordId,
        name: z.string(),
        email: z.string().nullable(),
        specialties: z.array(z.string()),
      }),
      status: z.string(),
      attendance,
      cancellationReason: z.string().nullable(),
      startsAt: isoInstantOrNull,
      endsAt: isoInstantOrNull,
      place: appointmentPlace.nullable(),
      /** The patient's link and its events; null without a link. */
      link: z
        .strictObject({
          createdAt: isoInstant,
          startsAt: isoInstantOrNull,
          readAt: isoInstantOrNull,
          request: otherTimeRequest.nullable(),
          requestedAt: isoInstantOrNull,
          cancelledAt: isoInstantOrNull,
          whatsappAt: isoInstantOrNull,
          whatsappBy: z.string().nullable(),
        })
        .nullable(),
      createdAt: isoInstantOrNull,
      invalidDates,
      ...rowTimes,
    }),
  ),
  recipeAppointments: z.array(
    z.strictObject({
      id: recordId,
      status: z.string(),
      attendance,
      cancellationReason: z.string().nullable(),
      type: z.string().nullable(),
      startsAt: isoInstantOrNull,
      endsAt: isoInstantOrNull,
      isVisit: z.boolean(),
      doctor: namedRecord.nullable(),
      hostEmails: z.array(z.string()),
      meetingUrl: z.string().nullable(),
      meetingPlace: meetingPlace.nullable(),
      prescriptionExplanation: z.string().nullable(),
      /** The booker's own data in Calendly. */
      inviteeName: z.string().nullable(),
      inviteeEmail: z.string().nullable(),
      calendlyInviteeUri: z.string().nullable(),
      file: z.string().nullable(),
      earlierFiles,
      createdAt: isoInstantOrNull,
      invalidDates,
      ...rowTimes,
    }),
  ),
  examOrders: z.array(
    z.strictObject({
      id: recordId,
      folio: z.string(),
      partner: namedRecord,
      branch: namedRecord,
      exams: z.array(z.string()),
      createdAt: isoInstant,
      createdBy: z.string().nullable(),
      downloads: z.array(z.strictObject({ at: isoInstant, by: z.string().nullable() })),
    }),
  ),
  /** The versions of the privacy notice that the patient received, earliest first. */
  privacyReceipts: z.array(privacyReceipt.omit({ isInForce: true })),
  /** Requests about these data, earliest first. */
  dataRequests: z.array(
    dataRequest
      .omit({ idUser: true, patientName: true, isOverdue: true, version: true })
      .extend({ ...rowTimes, files: z.array(z.string()) }),
  ),
  /** The records that were merged into this one, with their own data, earliest merge first. */
  mergedRecords: z.array(z.strictObject({ id: recordId, ...personFields })),
  /** The prospects that became this patient. */
  prospects: z.array(
    z.strictObject({
      id: recordId,
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      reason: z.string().nullable(),
      status: z.string().nullable(),
      notes: z.string().nullable(),
      createdAt: isoInstantOrNull,
      invalidDates,
      consentAt: isoInstantOrNull,
      consentVersion: z.string().nullable(),
      convertedAt: isoInstantOrNull,
      convertedBy: z.string().nullable(),
      ...rowTimes,
    }),
  ),
  files: z.array(
    z.strictObject({
      id: z.string(),
      /** Path of the file in the ZIP. */
      path: z.string(),
      name: z.string(),
      mediaType: z.string(),
      /** Bytes. */
      size: z.int().min(0),
      sha256: z.string(),
      createdAt: isoInstant,
      createdBy: z.string().nullable(),
    }),
  ),
});
export type PatientRecord = z.infer<typeof patientRecord>;
