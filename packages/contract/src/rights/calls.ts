import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, isoInstant } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { lineText, storableText } from '../common/text.ts';
import { examFile } from '../exams/calls.ts';
import { storedFile } from '../files/calls.ts';
import { requestAnswers, requestKinds, requestStates } from './words.ts';

const MAX_PROSE_LENGTH = 4000;
const MAX_LINE_LENGTH = 300;

const prose = storableText(MAX_PROSE_LENGTH).trim().min(1, 'Escribe un texto.');
const line = lineText(MAX_LINE_LENGTH).min(1, 'Escribe un texto.');

/** The fields of a request about personal data, with the validation rules of forms and calls. */
export const requestFields = {
  /** Null for a requester who is not a patient. */
  idUser: recordId.nullable(),
  kind: z.literal(requestKinds),
  requester: line,
  receivedOn: calendarDay,
  details: prose,
  identityProof: line.nullable(),
  answeredOn: calendarDay.nullable(),
  answer: z.literal(requestAnswers).nullable(),
  response: prose.nullable(),
  closedOn: calendarDay.nullable(),
  /** The result, in words. */
  outcome: prose.nullable(),
  /** Where the evidence is: a folio, an e-mail, a file. */
  evidence: line.nullable(),
};

export const dataRequest = z.strictObject({
  idRequest: recordId,
  /** Null for a deleted or blocked patient. */
  patientName: z.string().nullable(),
  ...requestFields,
  /** The deadlines `answerBy` and `carryOutBy` are days; `answeredBy` and `closedBy` are accounts. */
  answerBy: calendarDay,
  /** Null until a request is granted. */
  carryOutBy: calendarDay.nullable(),
  /** The next due day; null for a closed request. */
  dueOn: calendarDay.nullable(),
  isOverdue: z.boolean(),
  /** Whether this request stopped rule-based and model-written drafts. */
  automationStopped: z.boolean(),
  registeredBy: z.string().nullable(),
  answeredBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  version: z.int().min(1),
});
export type DataRequest = z.infer<typeof dataRequest>;

/** An audited action on a request, or on its patient if it may fulfil the request. */
const requestAct = z.strictObject({
  /** Id of the row. */
  id: z.int(),
  at: isoInstant,
  action: z.string(),
  by: z.string().nullable(),
});

const { idUser, kind, requester, receivedOn, details, identityProof } = requestFields;

export const requestPage = z.strictObject({
  requests: z.array(dataRequest),
  ...pageOutput,
});
export type RequestPage = z.infer<typeof requestPage>;

export const rightsContract = {
  list: call('rights.manage')
    .get('/v1/rights/list', 'Las solicitudes sobre datos personales, la que vence antes primero')
    .input({
      state: z.literal(requestStates).optional(),
      sort: z.literal(['dueOn', '-dueOn']).default('dueOn'),
      ...pageInput,
    })
    .output(requestPage),
  getOne: call('rights.manage')
    .get(
      '/v1/rights/get-one',
      'Una solicitud, con los terceros que tienen los datos y su historial',
    )
    .input({ idRequest: recordId })
    .output({
      request: dataRequest,
      /** Laboratories and partners with data of the patient. */
      holders: z.array(z.strictObject({ idPartner: recordId, name: z.string() })),
      /** Newest first. */
      acts: z.array(requestAct),
      /** The evidence, the earliest first. */
      files: z.array(storedFile),
    }),
  create: call('rights.manage')
    .post('/v1/rights/create', 'Registra una solicitud sobre datos personales')
    .input({
      ...{ idUser, kind, requester, receivedOn, details },
      identityProof: identityProof.optional(),
    })
    .output({ request: dataRequest }),
  update: call('rights.manage')
    .put('/v1/rights/update', 'Cambia una solicitud: sus datos, respuesta, cierre y evidencia')
    .input({
      idRequest: recordId,
      ...z.strictObject(requestFields).partial().shape,
      version: editedVersion,
    })
    .output({ request: dataRequest }),
  attach: uploadCall('rights.manage')
    .post('/v1/rights/attach', 'Adjunta a una solicitud un archivo como evidencia')
    .input({ idRequest: recordId, file: examFile })
    .output({ request: dataRequest }),
  stopAutomation: call('rights.manage')
    .put(
      '/v1/rights/stop-automation',
      'Deja de hacer borradores automáticos de un paciente, o los permite de nuevo',
    )
    .input({ idRequest: recordId, stopped: z.boolean() })
    .output({ request: dataRequest }),
  block: call('rights.manage', 'trash.putMany')
    .post('/v1/rights/block', 'Bloquea el expediente del paciente de una solicitud')
    .input({ idRequest: recordId })
    .output({ request: dataRequest }),
};
