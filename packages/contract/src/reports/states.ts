import type { SentenceAuthor } from './authorship.ts';

/** `exam_ai` interprets the exams, `first_medical` the fertility test. */
export const reportKinds = ['exam_ai', 'first_medical'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportKindWords: Readonly<Record<ReportKind, string>> = {
  exam_ai: 'Actualidad: informe de sus exámenes',
  first_medical: 'Test de Fertilidad: primer informe médico',
};

/** `draft` is unsigned, `signed` is the first signed text, the others replace an earlier signed text. */
export const versionTypes = ['draft', 'signed', 'correction', 'addition'] as const;
export type VersionType = (typeof versionTypes)[number];

/** Reasons for replacing a signed version. */
export const amendmentTypes = ['correction', 'addition'] as const;
export type AmendmentType = (typeof amendmentTypes)[number];

export const amendmentTypeWords: Readonly<Record<AmendmentType, string>> = {
  correction: 'Corrección',
  addition: 'Adición',
};

/**
 * How a quoted result of a signed version changed. `held`: its sample waits for a decision, such as about other values
 * or another person.
 */
export const basisChangeKinds = [
  'corrected',
  'withdrawn',
  'deleted',
  'preliminary',
  'sample',
  'held',
  'patient',
] as const;
export type BasisChangeKind = (typeof basisChangeKinds)[number];

/**
 * Kinds of work for a signer: a draft, an amendment, a withdrawn text under review, a signed text with changed
 * results.
 */
export const queuedWorks = ['draft', ...amendmentTypes, 'again', 'basis'] as const;
export type QueuedWork = (typeof queuedWorks)[number];

export const queuedWorkWords: Readonly<Record<QueuedWork, string>> = {
  draft: 'Borrador',
  ...amendmentTypeWords,
  again: 'Nueva revisión',
  basis: 'Cambió un dato',
};

/** Sources of a draft: a sender's model, an import, our rules, or a model that words their sentences. */
export const draftSources = ['ia', 'importacion', 'reglas', 'modelo'] as const;
export type DraftSource = (typeof draftSources)[number];

export const draftSourceWords: Readonly<Record<DraftSource, string>> = {
  ia: 'IA',
  importacion: 'Importado',
  reglas: 'Automático',
  modelo: 'IA, a partir del borrador automático',
};

export const versionStates = ['draft', 'signed', 'superseded', 'withdrawn', 'discarded'] as const;
export type VersionState = (typeof versionStates)[number];

/** The states of versions; `in_review` is the working copy. */
export const versionStateWords: Readonly<Record<VersionState | 'in_review', string>> = {
  draft: 'Borrador',
  in_review: 'En revisión',
  signed: 'Firmado',
  superseded: 'Sustituido',
  withdrawn: 'Retirado',
  discarded: 'Descartado',
};

/** How the draft of a version was prepared: by a model, or only by our rules. */
export type Preparation = 'ia' | 'reglas';

/** Imported drafts were written by the model of the legacy system. */
export const draftPreparation = (source: DraftSource | null): Preparation =>
  source === 'reglas' ? 'reglas' : 'ia';

/** The author of a sentence, as the PDF prints it. A text that only rules wrote must not be called 'IA'. */
export const sentenceAuthorWords: Readonly<
  Record<Preparation, Readonly<Record<SentenceAuthor, string>>>
> = {
  ia: { ia: 'IA', ia_editada: 'IA editada', medico: 'Médico' },
  reglas: { ia: 'Automática', ia_editada: 'Editada', medico: 'Médico' },
};

/** Proofs with which a signer may confirm a signature. */
export const proofKinds = ['password', 'passkey', 'provider'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const proofWords: Readonly<Record<ProofKind, string>> = {
  password: 'Contraseña y código de verificación',
  passkey: 'Llave de acceso',
  provider: 'Servicio externo y código de verificación',
};

/** Sentence that a signer accepts; stored with the signature. */
export const ACCEPTED_SENTENCE =
  'Leí el texto completo y respondo por él con mi nombre y mi cédula.';

/** Verdicts of the number guard on a figure. */
export const figureVerdicts = [
  'agrees',
  'differs',
  'unknown',
  'reference-agrees',
  'reference-differs',
  // A doctor accepts these one by one: a sentence with a treatment, and a quoted value that may change.
  'treatment',
  'unsettled',
] as const;

/** The specification's title of both kinds of report. */
export const REPORT_TITLE = 'Mi Test de Fertilidad';
