import * as z from 'zod';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { laboratory } from '../exams/calls.ts';
import { analyteKeys } from './analytes/catalogue.ts';
import { whoEditions } from './analytes/studies.ts';
import {
  correctedResultSet,
  correctionReason,
  MAX_VALUES,
  newResultSet,
  updatedResultSet,
} from './fields.ts';
import { flags } from './range.ts';
import { checkKeys } from './semen/check.ts';
import { centiles } from './semen/who-centiles.ts';
import {
  correctionKinds,
  readingBases,
  resultSources,
  resultStatuses,
  secondReadingWays,
  waitingReasons,
} from './states.ts';
import { decimal, reportedFields } from './values.ts';

const namedOrder = z.strictObject({ idOrder: recordId, folio: z.string() });

/** A value before it was edited, corrected or withdrawn. */
const earlierValue = z.strictObject({
  ...reportedFields,
  laboratoryFlag: z.string().nullable(),
  /** Time, author and reason of its replacement; an edit before validation has no reason. */
  replacedAt: isoInstant,
  replacedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type EarlierValue = z.infer<typeof earlierValue>;

export const resultValue = z.strictObject({
  /** Null for a derived value. */
  idValue: recordId.nullable(),
  ...reportedFields,
  /** Flag by the printed range; null without a range, and if a comparator leaves it undecided. */
  flag: z.literal(flags).nullable(),
  /** Flag that the laboratory sent, such as 'HH'. */
  laboratoryFlag: z.string().nullable(),
  /** Centile among fertile men; null for an analyte without WHO centiles. */
  centile: z
    .strictObject({
      /** The nearest centile of the WHO table at or under the value. */
      above: z.literal(centiles).nullable(),
      /** The nearest centile of the WHO table over the value. */
      below: z.literal(centiles).nullable(),
    })
    .nullable(),
  /** Formula of a derived value; null for a reported one. */
  derived: z.strictObject({ formula: z.string() }).nullable(),
  /** Whether the laboratory may still change the value. */
  preliminary: z.boolean(),
  /** Doubts from reading a laboratory's message, in Spanish. */
  note: z.string().nullable(),
  /** The laboratory's own code and name, to which an analyte can be assigned. */
  laboratoryCode: z.string().nullable(),
  /** A withdrawn value is shown, but not used. */
  withdrawn: z.boolean(),
  /** Earlier values, newest first. */
  earlier: z.array(earlierValue),
});
export type ResultValue = z.infer<typeof resultValue>;

const resultCheck = z.strictObject({
  check: z.literal(checkKeys),
  level: z.literal(['ok', 'warning', 'again']),
  message: z.string(),
  // The array is not read-only, because the typed client would turn it into `unknown`.
  analytes: z.array(z.literal(analyteKeys)),
});

export const sampleFacts = {
  /** If the hour is unknown, the start of the day in the clinic's zone. */
  collectedAt: isoInstantOrNull,
  collectedTimeKnown: z.boolean(),
  receivedAt: isoInstantOrNull,
  analyzedAt: isoInstantOrNull,
  abstinenceDays: decimal.nullable(),
  fastingHours: decimal.nullable(),
  completeSample: z.boolean().nullable(),
  method: z.string().nullable(),
  whoEdition: z.literal(whoEditions).nullable(),
};

/** The results of one study of one sample. */
export const resultSet = z.strictObject({
  idResultSet: recordId,
  idUser: recordId,
  idExam: recordId,
  examType: z.string(),
  /** The exam's file; null for values without a file. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  mediaType: z.string().nullable(),
  order: namedOrder.nullable(),
  laboratory: laboratory.nullable(),
  ...sampleFacts,
  status: z.literal(resultStatuses),
  source: z.literal(resultSources),
  enteredAt: isoInstant,
  /** Null means the command line or a laboratory. */
  enteredBy: z.string().nullable(),
  validatedAt: isoInstantOrNull,
  validatedBy: z.string().nullable(),
  /** The warnings that its validator accepted one by one; they are printed. */
  acknowledged: z.array(z.string()),
  /** The critical values in words, with the user and time of their acknowledgement. */
  critical: z.array(z.string()),
  criticalSeen: z.strictObject({ at: isoInstant, by: z.string().nullable() }).nullable(),
  secondReading: z
    .strictObject({
      way: z.literal(secondReadingWays),
      at: isoInstant,
      by: z.string().nullable(),
    })
    .nullable(),
  /** Whether the values were typed and lack a second reading, which every screen shows. */
  lacksSecondReading: z.boolean(),
  /** Whether the laboratory may still change a value, so that the set cannot be validated. */
  isPreliminary: z.boolean(),
  /** Values that the laboratory sent later and that differ. The set cannot be validated until a user decides. */
  waiting: z
    .strictObject({
      idReceived: recordId,
      reason: z.literal(waitingReasons),
      values: z.array(z.strictObject(reportedFields)),
    })
    .nullable(),
  /** Newest first. */
  corrections: z.array(
    z.strictObject({
      at: isoInstant,
      by: z.string().nullable(),
      kind: z.literal(correctionKinds),
      /** The patient on the other side of a move; null if deleted. */
      idOtherUser: recordId.nullable(),
      reason: z.string(),
      /** The earlier values of the sample's fields that changed. */
      before: z.strictObject({ laboratory: laboratory.nullable(), ...sampleFacts }).partial(),
      /** Validation of the corrected state; null without a validation since the previous correction. */
      validated: z.strictObject({ at: isoInstant, by: z.string().nullable() }).nullable(),
    }),
  ),
  /** Values in the order of the study, followed by derived ones that the laboratory did not report. */
  values: z.array(resultValue),
  checks: z.array(resultCheck),
  suggestions: z.array(z.strictObject({ word: z.string(), rule: z.string() })),
  /** Current permissions of the account on the set. */
  may: z.strictObject({
    update: z.boolean(),
    confirm: z.boolean(),
    validate: z.boolean(),
    correct: z.boolean(),
    /** Whether the set may be withdrawn, or moved to another patient. */
    move: z.boolean(),
  }),
  version: z.int().min(1),
});
export type ResultSet = z.infer<typeof resultSet>;

const setInput = z.strictObject({ idResultSet: recordId });

/** A field that the server chose for the same person to retype. */
const askedField = z.strictObject({
  idValue: recordId,
  analyte: z.string().nullable(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
});

const listedSet = z.strictObject({
  idResultSet: recordId,
  patient: z.strictObject({ idUser: recordId, name: z.string() }),
  examType: z.string(),
  laboratory: laboratory.nullable(),
  enteredAt: isoInstant,
});

export const pendingResult = listedSet.extend({
  collectedAt: isoInstantOrNull,
  enteredBy: z.string().nullable(),
  status: z.literal(resultStatuses),
  source: z.literal(resultSources),
  lacksSecondReading: z.boolean(),
  isPreliminary: z.boolean(),
  /** Whether later values of the laboratory wait for a user's decision. */
  isHeld: z.boolean(),
});
export type PendingResult = z.infer<typeof pendingResult>;

/** Critical values of a set that were not acknowledged, in words. */
const criticalResult = listedSet.extend({
  critical: z.array(z.string()),
  version: z.int().min(1),
});
export type CriticalResult = z.infer<typeof criticalResult>;

const entryInput = z.strictObject({
  idUser: recordId,
  examType: storableText(100).min(1),
  /** By default, the laboratory that the account used last for this study. */
  idLaboratory: recordId.optional(),
  method: storableText(100).optional(),
  /** The day of the sample, which determines the ranges; today by default. */
  on: calendarDay.optional(),
});
export type EntryInput = z.output<typeof entryInput>;

const entryDefaults = z.strictObject({
  laboratory: laboratory.nullable(),
  method: z.string().nullable(),
  whoEdition: z.literal(whoEditions).nullable(),
  /** Ranges of that laboratory and method: set by administración, or those of its latest results. */
  ranges: z.array(
    z.strictObject({ analyte: z.string(), unit: z.string().nullable(), range: z.string() }),
  ),
  /** Orders of the patient that request this study and have no result. */
  orders: z.array(namedOrder.extend({ createDate: isoInstant })),
});
export type EntryDefaults = z.output<typeof entryDefaults>;

export const resultsContract = {
  attention: call('orders.read')
    .get(
      '/v1/result/attention',
      'Cuántas órdenes vencieron o se rechazaron, cuántos resultados son críticos, cuántos están por validar, cuántos no tienen paciente y cuántos mensajes de laboratorios no se procesaron',
    )
    .output({
      overdueOrders: z.int().min(0),
      /** Null for an account that may not read results. */
      toValidate: z.int().min(0).nullable(),
      /** Results with unacknowledged critical values; those without a patient are counted separately. */
      critical: z.int().min(0).nullable(),
      criticalReceived: z.int().min(0).nullable(),
      rejectedOrders: z.int().min(0),
      received: z.int().min(0).nullable(),
      failedMessages: z.int().min(0).nullable(),
    }),
  ofPatient: call('exams.list')
    .get('/v1/result/of-patient', 'Los resultados de un paciente, del más reciente al más antiguo')
    .input({ idUser: recordId })
    .output({ sets: z.array(resultSet) }),
  getOne: call('exams.list')
    .get('/v1/result/get-one', 'Un juego de resultados')
    .input(setInput)
    .output({ set: resultSet }),
  entry: call('results.create')
    .get(
      '/v1/result/entry',
      'Los datos para capturar: el laboratorio, el método y los rangos de la última vez, y las órdenes abiertas',
    )
    .input(entryInput)
    .output(entryDefaults),
  create: call('results.create')
    .post('/v1/result/create', 'Captura los resultados de un estudio, junto a su archivo o solos')
    .input(newResultSet)
    .output({ set: resultSet }),
  update: call('results.create')
    .put('/v1/result/update', 'Cambia unos resultados que nadie ha validado')
    .input(updatedResultSet)
    .output({ set: resultSet }),
  secondReading: call('results.read')
    .get(
      '/v1/result/second-reading',
      'Cómo confirma esta cuenta una captura: de otra persona, sin más; propia, con los campos que hay que volver a escribir',
    )
    .input(setInput)
    .output({ way: z.literal(secondReadingWays), fields: z.array(askedField) }),
  confirm: call('results.create')
    .post('/v1/result/confirm', 'Confirma una captura: la segunda lectura')
    .input(
      setInput.extend({
        /** The fields of `second-reading`, as written on the paper. */
        retyped: z
          .array(z.strictObject({ idValue: recordId, value: storableText(4000) }))
          .max(10)
          .optional(),
        basis: z.literal(readingBases),
        version: editedVersion,
      }),
    )
    .output({ set: resultSet }),
  validate: call('results.validate')
    .post(
      '/v1/result/validate',
      'Valida unos resultados; si los capturó otra persona, es también su segunda lectura',
    )
    .input(
      setInput.extend({
        /** The messages of its open warnings, each accepted. */
        acknowledged: z.array(storableText(1000)).max(MAX_VALUES).default([]),
        /** Required unless the values were read twice. */
        basis: z.literal(readingBases).optional(),
        version: editedVersion,
      }),
    )
    .output({ set: resultSet }),
  correct: call('results.correct')
    .post(
      '/v1/result/correct',
      'Corrige unos resultados validados, con el motivo; los valores anteriores siguen visibles y hay que validar otra vez',
    )
    .input(correctedResultSet)
    .output({ set: resultSet }),
  nameValue: call('results.validate')
    .post(
      '/v1/result/name-value',
      'Asigna un analito a un código propio de un laboratorio, en este valor y en sus próximos mensajes; sin analito queda como lo envió',
    )
    .input(
      setInput.extend({
        idValue: recordId,
        analyte: z.literal(analyteKeys).nullable(),
        version: editedVersion,
      }),
    )
    .output({ set: resultSet }),
  move: call('results.validate')
    .post(
      '/v1/result/move',
      'Retira unos resultados que son de otra persona o los mueve a su expediente, con el motivo; ambos expedientes lo muestran',
    )
    .input(
      setInput.extend({
        /** The patient to whom they belong; absent to only withdraw them. */
        idUser: recordId.optional(),
        reason: correctionReason,
        version: editedVersion,
      }),
    )
    .output({ set: resultSet }),
  critical: call('results.validate')
    .get(
      '/v1/result/critical',
      'Los resultados con valores críticos que nadie ha marcado como vistos',
    )
    .input({})
    .output({ results: z.array(criticalResult) }),
  seeCritical: call('results.validate')
    .post('/v1/result/see-critical', 'Marca como vistos los valores críticos de unos resultados')
    .input(setInput.extend({ version: editedVersion }))
    .output({ set: resultSet }),
  pending: call('results.read')
    .get('/v1/result/pending', 'Los resultados sin validar, el más antiguo primero')
    .input(z.strictObject(pageInput))
    .output({ results: z.array(pendingResult), ...pageOutput }),
};
