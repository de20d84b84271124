import * as z from 'zod';
import { confirmation } from '../account/confirmation.ts';
import { call, fileCall, largeCall, limitedOpenCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { lineText, storableText } from '../common/text.ts';
import { MAX_REPORT_LENGTH } from './sentences.ts';
import { ACCEPTED_SENTENCE, amendmentTypes, draftSources, queuedWorks } from './states.ts';
import { kind, reportBasis, reportVersion, versionSummary } from './version.ts';
import {
  openWarnings,
  review,
  type WorkingCopy,
  workingCopy,
  writtenSentences,
} from './working-copy.ts';

export const DRAFTS_PATH = '/v1/reports/drafts';

/** Maximum bytes of JSON of a report, whose characters may be escaped. */
const MAX_REPORT_BODY_SIZE = 2 * 1024 * 1024;

const reportInput = z.strictObject({ idUser: recordId, kind });
const reportText = storableText(MAX_REPORT_LENGTH);

/** Why a signed version is changed or withdrawn, or a draft discarded. */
export const reportReason = storableText(1000)
  .trim()
  .min(5, 'Escribe el motivo, con al menos 5 caracteres.');

/** One kind of report of a patient. */
export const report = z.strictObject({
  /** Null if there was never a text. */
  idReport: recordId.nullable(),
  kind,
  /** State shown below the notice: no text, unsigned, signed or withdrawn. */
  state: z.literal(['none', 'unsigned', 'signed', 'withdrawn']),
  /** The version that the specified calls show; null without such a version. */
  inForce: recordId.nullable(),
  /** The draft that waits for a signature. */
  pending: recordId.nullable(),
  /** Newest first. */
  versions: z.array(versionSummary),
  /** Changed results that the signed version in force quotes; null while nothing waits for a decision. */
  basis: reportBasis.nullable(),
  review: review.nullable(),
});
export type Report = z.infer<typeof report>;

/** The `details` of the error REPORT_IN_REVIEW. */
export interface InReviewDetails {
  readonly idWorkingCopy: string;
  readonly reviewer: { readonly idAccount: string; readonly name: string };
}

/** The `details` of the error WARNINGS_OPEN: numbers of warnings that the doctor has not resolved. */
export interface OpenWarningsDetails extends Readonly<WorkingCopy['open']> {
  /** The first few of these warnings, in Spanish. */
  readonly warnings: readonly string[];
}

/** Kind and reason of a change to a signed version. */
const amendment = z.strictObject({ type: z.literal(amendmentTypes), reason: reportReason });

/**
 * Identifies a working copy and the version that the client saw, so that two windows of one account do not
 * overwrite each other.
 */
const workingCopyInput = z.strictObject({ idWorkingCopy: recordId, version: z.int().min(1) });

const modelName = lineText(200).min(1).optional();

export const newDraft = z.strictObject({
  idUser: recordId,
  kind,
  text: reportText.refine((text) => text.trim() !== '', 'El texto está vacío.'),
  model: modelName,
  modelVersion: modelName,
  promptVersion: modelName,
});
export type NewDraft = z.output<typeof newDraft>;

const queueFilters = {
  kind: kind.optional(),
  source: z.literal(draftSources).optional(),
  /**
   * 'open': reports with figures that differ or have no result, or with treatments or values to accept; 'none':
   * all others.
   */
  warnings: z.literal(['open', 'none']).optional(),
};

/** A report that waits for a signature: a draft, or a working copy of a signed version. */
export const queuedReport = z.strictObject({
  idReport: recordId,
  patient: z.strictObject({ idUser: recordId, name: z.string() }),
  kind,
  /** The version to sign, or the version that the working copy changes. */
  idVersion: recordId,
  number: z.int().min(1),
  work: z.literal(queuedWorks),
  /** Source of a draft; null for an amended version. */
  source: z.literal(draftSources).nullable(),
  model: z.string().nullable(),
  /** Start of the wait: the draft arrived, or a change of the signed version began. */
  arrivedAt: isoInstant,
  ...openWarnings,
  /** Time of the first change to a result that the signed version quotes. */
  basisChangedAt: isoInstantOrNull,
  reviewer: z.strictObject({ idAccount: recordId, name: z.string() }).nullable(),
});
export type QueuedReport = z.infer<typeof queuedReport>;

export const queueInput = z.strictObject({ ...queueFilters, ...pageInput });
/** The filters of the list without a page, for its export. */
export const queueExportInput = z.strictObject(queueFilters);

const signedCounts = { signed: z.int().min(0), unedited: z.int().min(0) };

const storedDraft = versionSummary.pick({
  idVersion: true,
  number: true,
  sha256: true,
  arrivedAt: true,
});
export type StoredDraft = z.infer<typeof storedDraft>;

export const reportsContract = {
  ofPatient: call('patients.read')
    .get(
      '/v1/reports/of-patient',
      'Los informes de un paciente, con todas sus versiones, sin sus textos',
    )
    .input({ idUser: recordId })
    .output({ reports: z.array(report) }),
  getVersion: call('patients.read')
    .get('/v1/reports/get-version', 'Una versión de un informe, con su texto')
    .input({ idVersion: recordId })
    .output({ version: reportVersion }),
  startReview: call('reports.review')
    .post(
      '/v1/reports/start-review',
      'Abre la copia de trabajo de un borrador, o la corrección o adición de una versión firmada',
    )
    .input({
      idVersion: recordId,
      /** Required for a signed version, and rejected otherwise. */
      amendment: amendment.optional(),
    })
    .output({ workingCopy }),
  getWorkingCopy: call('reports.review')
    .get(
      '/v1/reports/get-working-copy',
      'La copia de trabajo abierta de un informe, con sus avisos; null si no hay',
    )
    .input(reportInput)
    .output({ workingCopy: workingCopy.nullable() }),
  saveWorkingCopy: largeCall(MAX_REPORT_BODY_SIZE, 'reports.review')
    .put('/v1/reports/save-working-copy', 'Guarda la copia de trabajo propia')
    .input(
      workingCopyInput.extend({
        sentences: writtenSentences,
        /** Acknowledges all figures without a result in the current text. */
        acknowledge: z.boolean().optional(),
      }),
    )
    .output({ workingCopy }),
  takeOver: call('reports.review')
    .post(
      '/v1/reports/take-over',
      'Toma la revisión que otra persona tiene abierta, tal como la dejó',
    )
    .input(workingCopyInput)
    .output({ workingCopy }),
  dropWorkingCopy: call('reports.review')
    .post(
      '/v1/reports/drop-working-copy',
      'Deja la revisión propia sin firmar; el borrador se queda como llegó',
    )
    .input(workingCopyInput)
    .output({ report }),
  sign: call('reports.sign')
    .post('/v1/reports/sign', 'Firma la copia de trabajo propia, con el texto exacto que se mostró')
    .input(
      workingCopyInput.extend({
        /** Digest of the text that was shown. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        accepted: z.literal(ACCEPTED_SENTENCE),
        /** Required for a draft that replaces a signed version in force, and rejected otherwise. */
        amendment: amendment.optional(),
        confirmation,
      }),
    )
    .output({ version: reportVersion }),
  withdraw: call('reports.sign')
    .post(
      '/v1/reports/withdraw',
      'Retira la versión firmada vigente, con su motivo; sigue visible como retirada',
    )
    .input({
      idVersion: recordId,
      reason: reportReason,
      /** Whether the text is about another person: afterwards only accounts that sign or audit can read it. */
      ofAnother: z.boolean().optional(),
      confirmation,
    })
    .output({ version: reportVersion }),
  confirm: call('reports.sign')
    .post(
      '/v1/reports/confirm',
      'Confirma, con su motivo, que la versión firmada sigue siendo válida aunque cambiaron resultados que cita',
    )
    .input({
      idVersion: recordId,
      reason: reportReason,
      /** `seen` of the `basis` that was shown. */
      seen: z.string().regex(/^[0-9a-f]{64}$/),
      confirmation,
    })
    .output({ version: reportVersion }),
  discardDraft: call('reports.review')
    .post(
      '/v1/reports/discard-draft',
      'Descarta un borrador, con su motivo; se queda guardado como descartado',
    )
    .input({ idVersion: recordId, reason: reportReason })
    .output({ report }),
  queue: call('reports.review')
    .get('/v1/reports/queue', 'Los informes por firmar, el más antiguo primero')
    .input(queueInput)
    .output({ reports: z.array(queuedReport), ...pageOutput }),
  attention: call('reports.review')
    .get(
      '/v1/reports/attention',
      'Cuántos informes están por firmar, y desde cuándo el más antiguo',
    )
    .output({
      toSign: z.int().min(0),
      /** Whether there may be more. */
      isCapped: z.boolean(),
      oldest: isoInstantOrNull,
      /** Number of signed reports that quote a changed result. */
      changed: z.int().min(0),
    }),
  statistics: call('reports.statistics')
    .get('/v1/reports/statistics', 'Informes firmados por cada cuenta, y cuántos sin ningún cambio')
    .input({})
    .output({
      ...signedCounts,
      signers: z.array(z.strictObject({ idAccount: recordId, name: z.string(), ...signedCounts })),
    }),
  writeDraft: call('reports.review', 'results.read')
    .post(
      '/v1/reports/write-draft',
      'Escribe un borrador automático de los resultados de un paciente',
    )
    .input({ idUser: recordId })
    .output({
      draft: storedDraft,
      /** The model that can rephrase the draft; null if none is configured. */
      languageModel: z.strictObject({ name: z.string() }).nullable(),
    }),
  wordDraft: call('reports.review', 'results.read')
    .post(
      '/v1/reports/word-draft',
      'Pide al modelo de lenguaje configurado que redacte un borrador automático, sin nombre ni contacto del paciente',
    )
    .input({ idVersion: recordId })
    .output({
      /** `discarded`: the text had figures that the results lack, and is stored as discarded. */
      outcome: z.literal(['drafted', 'discarded', 'failed']),
      /** Outcome and next step. */
      message: z.string(),
      draft: storedDraft.nullable(),
    }),
  fhir: fileCall('patients.read')
    .get(
      '/v1/reports/{id}/fhir',
      'La versión vigente de un informe como Bundle de FHIR R4: firmada, o el borrador como preliminar',
    )
    .input({ id: recordId })
    .file(z.file().mime('application/fhir+json')),
  receiveDraft: limitedOpenCall(MAX_REPORT_BODY_SIZE)
    .post(
      DRAFTS_PATH,
      'Recibe un borrador, con el token del sistema que lo envía; nunca sustituye una versión firmada',
    )
    .input(newDraft)
    .output(storedDraft),
};
