import * as z from 'zod';
import { confirmation } from '../account/confirmation.ts';
import { calendarDay } from '../common/calendar-day.ts';
import { call, fileCall, openCall, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { isLine, lineText, storableText } from '../common/text.ts';
import { sexes } from '../patients/identification.ts';
import { whoEditions } from '../results/analytes/studies.ts';
import { comparators } from '../results/quantity.ts';
import { decimal } from '../results/reported-value.ts';
import { sentenceAuthors } from './authorship.ts';
import {
  ACCEPTED_SENTENCE,
  amendmentTypes,
  draftSources,
  figureVerdicts,
  proofKinds,
  queuedWorks,
  reportKinds,
  versionStates,
  versionTypes,
} from './states.ts';
import { LONGEST_REPORT } from './texts.ts';

/** Path of the call that brings drafts. */
export const DRAFTS_PATH = '/v1/reports/drafts';

/** Most sentences of a working copy. */
const MOST_SENTENCES = 5000;
/** Bytes of JSON of a whole report, whose characters may be escaped. */
const LARGEST_REPORT_BODY = 2 * 1024 * 1024;

const kind = z.literal(reportKinds);
const ofReport = z.strictObject({ idUser: recordId, kind });
const reportText = storableText(LONGEST_REPORT);

/** Why somebody changes what was signed, takes it back, or discards a draft. */
export const reportReason = storableText(1000)
  .trim()
  .min(5, 'Escribe el motivo, con al menos 5 caracteres.');

/** Who signed, as it was then. */
export const signerSnapshot = z.strictObject({
  idAccount: recordId,
  idIdentityVersion: recordId,
  fullName: z.string(),
  cedula: z.string(),
  institution: z.string(),
  specialty: z.string().nullable(),
  specialtyCertificate: z.string().nullable(),
});
export type SignerSnapshot = z.infer<typeof signerSnapshot>;

/** Whose it is, as it was then (NOM-004-SSA3-2012, 5.2.3). */
export const patientSnapshot = z.strictObject({
  idUser: recordId,
  name: z.string(),
  birthDate: calendarDay.nullable(),
  /** On the day of the signature. */
  age: z.int().nullable(),
  sex: z.literal(sexes).nullable(),
  curp: z.string().nullable(),
  /** In one line. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
});
export type PatientSnapshot = z.infer<typeof patientSnapshot>;

/** A value that a text may quote, one in force. */
export const knownResult = z.strictObject({
  /** Null for a derived value. */
  idValue: recordId.nullable(),
  analyte: z.string().nullable(),
  name: z.string().nullable(),
  comparator: z.literal(comparators).nullable(),
  value: decimal,
  unit: z.string().nullable(),
  /** As the laboratory printed it. */
  range: z.string().nullable(),
  collectedAt: isoInstantOrNull,
  laboratory: z.string().nullable(),
  examType: z.string(),
  whoEdition: z.literal(whoEditions).nullable(),
});
export type KnownResult = z.infer<typeof knownResult>;

/** A figure of a text, and what the patient's results or the tables say of it. */
const finding = z.strictObject({
  /** In the text, in UTF-16 units. */
  start: z.int().min(0),
  end: z.int().min(0),
  figure: z.string(),
  unit: z.string().nullable(),
  analyte: z.string().nullable(),
  verdict: z.literal(figureVerdicts),
  result: knownResult.optional(),
  expected: z.string().optional(),
  /** In Spanish. */
  message: z.string(),
});

export type Finding = z.infer<typeof finding>;

/** A finding of a version, with what its signer said of it. */
export const signedFinding = finding.extend({
  /** Why it stays although it differs. */
  explanation: z.string().nullable(),
});
export type SignedFinding = z.infer<typeof signedFinding>;

/** The values and the rule that a sentence of ours came from. */
const sentenceFacts = z.strictObject({
  values: z.array(z.string()),
  rule: z.string(),
});

/** A sentence of a version. Joined, they are its text. */
export const versionSentence = z.strictObject({
  text: z.string(),
  author: z.literal(sentenceAuthors),
  facts: sentenceFacts.optional(),
});
export type VersionSentence = z.infer<typeof versionSentence>;

/** Why and when a version was taken back, or a draft discarded. */
const ending = z.strictObject({
  at: isoInstant,
  /** The name of the account. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
});

const versionFields = {
  idVersion: recordId,
  idUser: recordId,
  kind,
  /** 1, 2, 3 … of this kind of report of the patient, drafts and signed ones alike. */
  number: z.int().min(1),
  type: z.literal(versionTypes),
  state: z.literal(versionStates),
  /** Whether its text is what the specification's calls show. */
  inForce: z.boolean(),
  /** Of the signed version that took the place of a signed one. */
  supersededBy: z.int().nullable(),
  /** Of the last signed version that came from a draft. */
  signedAs: z.int().nullable(),
  /** Of a draft; null for a signed version. */
  source: z.literal(draftSources).nullable(),
  /** Null: unknown. */
  model: z.string().nullable(),
  modelVersion: z.string().nullable(),
  /** Of the prompt, or of our rules. */
  ruleVersion: z.string().nullable(),
  /** When a draft arrived, or a version was signed. */
  arrivedAt: isoInstant,
  /** The name of the account, or of the system that sent it; null for an import. */
  createdBy: z.string().nullable(),
  signer: signerSnapshot.nullable(),
  /** Of the draft that a signed version came from, and of the signed version that it takes the place of. */
  fromDraft: z.int().nullable(),
  replaces: z.int().nullable(),
  /** Of a correction or an addition. */
  reason: z.string().nullable(),
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: z.string(),
  /** Whether the signature is in the sealed chain of the audit; nothing is handed out before. True for a draft. */
  sealed: z.boolean(),
  /** Whether a signed text is that of its draft, to the letter. */
  unedited: z.boolean().nullable(),
  withdrawal: ending.nullable(),
  discard: ending.nullable(),
};

export const versionSummary = z.strictObject(versionFields);
export type VersionSummary = z.infer<typeof versionSummary>;

export const reportVersion = z.strictObject({
  ...versionFields,
  text: z.string(),
  /** Of a draft of ours, and of a signed version. */
  sentences: z.array(versionSentence),
  patient: patientSnapshot.nullable(),
  findings: z.array(signedFinding),
  /** When the figures without a result were acknowledged. */
  acknowledgedAt: isoInstantOrNull,
  acceptedSentence: z.string().nullable(),
  proof: z.literal(proofKinds).nullable(),
  /** IANA name: the zone of the signature's hour. */
  zone: z.string().nullable(),
  /** Of `/verificar/{code}`. */
  verifyCode: z.string().nullable(),
});
export type ReportVersion = z.infer<typeof reportVersion>;

/** Who works on a report. */
const review = z.strictObject({
  idWorkingCopy: recordId,
  /** The number that a signature would have now. */
  number: z.int().min(1),
  base: z.strictObject({
    idVersion: recordId,
    number: z.int().min(1),
    type: z.literal(versionTypes),
  }),
  /** The signed version in force, which a signature takes the place of. */
  replaces: z.strictObject({ idVersion: recordId, number: z.int().min(1) }).nullable(),
  /** How the signed base changes; null for a draft. */
  amendment: z.strictObject({ type: z.literal(amendmentTypes), reason: z.string() }).nullable(),
  reviewer: z.strictObject({ idAccount: recordId, name: z.string() }),
  /** Whether the account that asks is the reviewer. */
  isMine: z.boolean(),
  startedAt: isoInstant,
  savedAt: isoInstant,
  version: z.int().min(1),
});
export type ReportReview = z.infer<typeof review>;

/** One kind of report of a patient. */
export const report = z.strictObject({
  /** Null where there was never a text. */
  idReport: recordId.nullable(),
  kind,
  /** What the line beneath the notice says: of no text, an unsigned one, a signed one, or a withdrawn one. */
  state: z.literal(['none', 'unsigned', 'signed', 'withdrawn']),
  /** Whose text the specification's calls show. */
  inForce: recordId.nullable(),
  /** The draft that waits for a signature. */
  pending: recordId.nullable(),
  /** Newest first. */
  versions: z.array(versionSummary),
  review: review.nullable(),
});
export type Report = z.infer<typeof report>;

/** Said of a figure that differs and stays; it goes with its sentence. */
const explanation = z.strictObject({
  figure: storableText(200),
  unit: storableText(60).nullable(),
  /** What it differs from, and the value in force that says so: it explains nothing of another. */
  expected: storableText(200).nullable(),
  idValue: recordId.nullable(),
  text: lineText(500).min(3, 'Explica por qué la cifra es correcta.'),
});

const workingSentence = {
  text: storableText(20_000),
  /** The index of its sentence in the base; null for one that was added. */
  origin: z.int().min(0).max(MOST_SENTENCES).nullable(),
  /** Read and left as it is. */
  accepted: z.boolean(),
  /** Not part of the text. */
  struck: z.boolean(),
  explanations: z.array(explanation).max(50),
};
export type Explanation = z.infer<typeof explanation>;
export const writtenSentence = z.strictObject(workingSentence);
export type WrittenSentence = z.infer<typeof writtenSentence>;

export const workingCopy = z.strictObject({
  ...review.shape,
  idUser: recordId,
  kind,
  patient: z.strictObject({ name: z.string(), age: z.int().nullable() }),
  /** Of the base, in its order: what `origin` means. */
  baseSentences: z.array(versionSentence),
  sentences: z.array(z.strictObject({ ...workingSentence, author: z.literal(sentenceAuthors) })),
  /** What a signature would freeze, and its SHA-256. */
  text: z.string(),
  sha256: z.string(),
  findings: z.array(
    signedFinding.extend({
      /** Of `sentences`. */
      sentence: z.int().min(0),
      /** It stands against a signature: it differs without an explanation, or is unknown and not acknowledged. */
      open: z.boolean(),
    }),
  ),
  /** With which a screen checks what is being typed. */
  results: z.array(knownResult),
  acknowledgedAt: isoInstantOrNull,
  open: z.strictObject({ differing: z.int().min(0), unknown: z.int().min(0) }),
});
export type WorkingCopy = z.infer<typeof workingCopy>;

/** `details` of a STALE_VERSION of a working copy. */
export interface StaleWorkingCopyDetails {
  readonly current: WorkingCopy;
}

/** `details` of a REPORT_IN_REVIEW. */
export interface InReviewDetails {
  readonly idWorkingCopy: string;
  readonly reviewer: { readonly idAccount: string; readonly name: string };
}

/** `details` of a WARNINGS_OPEN: the figures that are neither corrected, explained nor acknowledged. */
export interface OpenWarningsDetails {
  readonly differing: number;
  readonly unknown: number;
}

/** How a signed version changes, and why. */
const amendment = z.strictObject({ type: z.literal(amendmentTypes), reason: reportReason });

const oneReport = success(z.strictObject({ report }));
const oneVersion = success(z.strictObject({ version: reportVersion }));
const oneCopy = success(z.strictObject({ workingCopy }));
/** A working copy as it was shown: two windows of one account would overwrite each other otherwise. */
const ofCopy = z.strictObject({ idWorkingCopy: recordId, version: z.int().min(1) });

/** What an external sender says of its text. */
const senderLine = (max: number) =>
  z.string().trim().min(1).max(max).refine(isLine, 'El texto contiene caracteres no permitidos');

export const newDraft = z.strictObject({
  idUser: recordId,
  kind,
  text: reportText.refine((text) => text.trim() !== '', 'El texto está vacío.'),
  model: senderLine(200).optional(),
  modelVersion: senderLine(200).optional(),
  /** Of the prompt. */
  promptVersion: senderLine(200).optional(),
});
export type NewDraft = z.output<typeof newDraft>;

const queueFilters = {
  kind: kind.optional(),
  source: z.literal(draftSources).optional(),
  /** Those that have figures to look at, or those that have none. */
  warnings: z.literal(['open', 'none']).optional(),
};

/** A report that waits for a signature: a draft, or what somebody makes of a signed version. */
export const queuedReport = z.strictObject({
  idReport: recordId,
  patient: z.strictObject({ idUser: recordId, name: z.string() }),
  kind,
  /** Of the version that is to be signed or that its working copy changes. */
  idVersion: recordId,
  number: z.int().min(1),
  work: z.literal(queuedWorks),
  /** Of a draft; null for a signed version that is changed. */
  source: z.literal(draftSources).nullable(),
  model: z.string().nullable(),
  /** Since when it waits: the draft came, or somebody began to change the signed version. */
  arrivedAt: isoInstant,
  /** A signed text is in force, which this one would take the place of. */
  replacesSigned: z.boolean(),
  /** Figures of the draft, or of its working copy. */
  differing: z.int().min(0),
  unknown: z.int().min(0),
  reviewer: z.strictObject({ idAccount: recordId, name: z.string() }).nullable(),
});
export type QueuedReport = z.infer<typeof queuedReport>;

export const queueInput = z.strictObject({ ...queueFilters, ...pageInput });
/** The same without a page, for an export of the list. */
export const queueFilter = z.strictObject(queueFilters);

const signedFigures = { signed: z.int().min(0), unedited: z.int().min(0) };

/** A draft that was added. */
const storedDraft = z.strictObject({
  idVersion: recordId,
  number: z.int().min(1),
  sha256: z.string(),
  arrivedAt: isoInstant,
});

export const reportsContract = {
  ofPatient: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/reports/of-patient',
      summary: 'Los informes de un paciente, con todas sus versiones, sin sus textos',
    })
    .input(z.strictObject({ idUser: recordId }))
    .output(success(z.strictObject({ reports: z.array(report) }))),
  getVersion: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/reports/get-version',
      summary: 'Una versión de un informe, con su texto',
    })
    .input(z.strictObject({ idVersion: recordId }))
    .output(oneVersion),
  startReview: call('reports.review')
    .route({
      method: 'POST',
      path: '/v1/reports/start-review',
      summary:
        'Abre la copia de trabajo de un borrador, o la corrección o adición de una versión firmada',
    })
    .input(
      z.strictObject({
        idVersion: recordId,
        /** For a signed version, and only for one. */
        amendment: amendment.optional(),
      }),
    )
    .output(oneCopy),
  getWorkingCopy: call('reports.review')
    .route({
      method: 'GET',
      path: '/v1/reports/get-working-copy',
      summary: 'La copia de trabajo abierta de un informe, con sus avisos; null si no hay',
    })
    .input(ofReport)
    .output(success(z.strictObject({ workingCopy: workingCopy.nullable() }))),
  saveWorkingCopy: call('reports.review')
    .meta({ access: 'session', capabilities: ['reports.review'], largestBody: LARGEST_REPORT_BODY })
    .route({
      method: 'PUT',
      path: '/v1/reports/save-working-copy',
      summary: 'Guarda la copia de trabajo propia',
    })
    .input(
      ofCopy.extend({
        sentences: z.array(writtenSentence).max(MOST_SENTENCES),
        /** The figures without a result are known, all that the text has now. */
        acknowledge: z.boolean().optional(),
      }),
    )
    .output(oneCopy),
  takeOver: call('reports.review')
    .route({
      method: 'POST',
      path: '/v1/reports/take-over',
      summary: 'Toma la revisión que otra persona tiene abierta, tal como la dejó',
    })
    .input(ofCopy)
    .output(oneCopy),
  dropWorkingCopy: call('reports.review')
    .route({
      method: 'POST',
      path: '/v1/reports/drop-working-copy',
      summary: 'Deja la revisión propia sin firmar; el borrador se queda como llegó',
    })
    .input(ofCopy)
    .output(oneReport),
  sign: call('reports.sign')
    .route({
      method: 'POST',
      path: '/v1/reports/sign',
      summary: 'Firma la copia de trabajo propia, con el texto exacto que se mostró',
    })
    .input(
      ofCopy.extend({
        /** Of the text that was shown. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        accepted: z.literal(ACCEPTED_SENTENCE),
        /** For a draft that takes the place of a signed version in force, and only for one. */
        amendment: amendment.optional(),
        confirmation,
      }),
    )
    .output(oneVersion),
  withdraw: call('reports.sign')
    .route({
      method: 'POST',
      path: '/v1/reports/withdraw',
      summary: 'Retira la versión firmada en vigor, con su motivo; queda a la vista como retirada',
    })
    .input(z.strictObject({ idVersion: recordId, reason: reportReason, confirmation }))
    .output(oneVersion),
  discardDraft: call('reports.review')
    .route({
      method: 'POST',
      path: '/v1/reports/discard-draft',
      summary: 'Descarta un borrador, con su motivo; se queda guardado como descartado',
    })
    .input(z.strictObject({ idVersion: recordId, reason: reportReason }))
    .output(oneReport),
  queue: call('reports.review')
    .route({
      method: 'GET',
      path: '/v1/reports/queue',
      summary: 'Los informes por firmar, el más antiguo primero',
    })
    .input(queueInput)
    .output(success(z.strictObject({ reports: z.array(queuedReport), ...pageOutput }))),
  attention: call('reports.review')
    .route({
      method: 'GET',
      path: '/v1/reports/attention',
      summary: 'Cuántos informes esperan una firma, y desde cuándo el más antiguo',
    })
    .output(
      success(
        z.strictObject({
          toSign: z.int().min(0),
          /** Whether there may be more. */
          isCapped: z.boolean(),
          oldest: isoInstantOrNull,
        }),
      ),
    ),
  statistics: call('reports.statistics')
    .route({
      method: 'GET',
      path: '/v1/reports/statistics',
      summary: 'Cuántos informes firmó cada quien, y cuántos sin ningún cambio',
    })
    .input(z.strictObject({ from: calendarDay.optional(), to: calendarDay.optional() }))
    .output(
      success(
        z.strictObject({
          ...signedFigures,
          signers: z.array(
            z.strictObject({ idAccount: recordId, name: z.string(), ...signedFigures }),
          ),
        }),
      ),
    ),
  writeDraft: call('reports.review', 'results.read')
    .route({
      method: 'POST',
      path: '/v1/reports/write-draft',
      summary: 'Escribe por reglas un borrador de los resultados de un paciente',
    })
    .input(z.strictObject({ idUser: recordId }))
    .output(
      success(
        z.strictObject({
          draft: storedDraft,
          /** Which may word it; null where none is configured. */
          languageModel: z.strictObject({ name: z.string() }).nullable(),
        }),
      ),
    ),
  wordDraft: call('reports.review', 'results.read')
    .route({
      method: 'POST',
      path: '/v1/reports/word-draft',
      summary:
        'Pide al modelo de lenguaje configurado que redacte un borrador por reglas, sin nombre ni contacto del paciente',
    })
    .input(z.strictObject({ idVersion: recordId }))
    .output(
      success(
        z.strictObject({
          /** `discarded`: it had figures that the results do not, and is kept as discarded. */
          outcome: z.literal(['drafted', 'discarded', 'failed']),
          /** What happened, and what to do. */
          message: z.string(),
          draft: storedDraft.nullable(),
        }),
      ),
    ),
  fhir: fileCall('patients.read')
    .route({
      method: 'GET',
      path: '/v1/reports/{id}/fhir',
      summary:
        'La versión en vigor de un informe como Bundle de FHIR R4: firmada, o el borrador como preliminar',
    })
    .input(z.strictObject({ id: recordId }))
    .output(z.file().mime('application/fhir+json')),
  receiveDraft: openCall
    .meta({ access: 'open', largestBody: LARGEST_REPORT_BODY })
    .route({
      method: 'POST',
      path: DRAFTS_PATH,
      summary: 'Recibe un borrador, con la llave de quien lo envía; nunca sustituye lo firmado',
    })
    .input(newDraft)
    .output(success(storedDraft)),
};
