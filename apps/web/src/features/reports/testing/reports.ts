import type { MedicalHistory } from '@simiente/contract/patients/calls';
import type { Report } from '@simiente/contract/reports/calls';
import type {
  QuotableResult,
  ReportVersion,
  SignerSnapshot,
  VersionSummary,
} from '@simiente/contract/reports/version';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { makePatient } from '../../../testing/patients.ts';

export const alejandro = makePatient({ idUser: 'usr_ale', name: 'Alejandro Villaseñor Rojas' });

export const nunez: SignerSnapshot = {
  idAccount: 'acc_nunez',
  idIdentityVersion: 'piv_1',
  fullName: 'Regina Núñez Ocampo',
  cedula: '12345678',
  institution: 'Universidad Nacional',
  specialty: 'Urología',
  specialtyCertificate: null,
};

export const makeHistory = (message: string): MedicalHistory => ({
  idUser: alejandro.idUser,
  name: alejandro.name,
  email: null,
  phone: null,
  userData: alejandro.userData,
  historyName: null,
  allExamns: { exams: [] },
  MedicalReportData: { examReportIA: { message }, firstMedicalReport: { message: '' } },
  appointments: { recipeAppointments: [], doctorAppointments: [] },
});

/** A draft of a sender without a named model, of 24 November 2026 at 9:05 in Mexico City. */
export const makeDraft = (fields: Partial<VersionSummary> = {}): VersionSummary => ({
  idVersion: `rev_${fields.number ?? 1}`,
  idUser: alejandro.idUser,
  kind: 'exam_ai',
  number: 1,
  type: 'draft',
  state: 'draft',
  inForce: false,
  ofAnother: false,
  supersededBy: null,
  signedAs: null,
  source: 'ia',
  model: null,
  modelVersion: null,
  ruleVersion: null,
  arrivedAt: '2026-10-24T15:05:00.000Z',
  createdBy: null,
  signer: null,
  fromDraft: null,
  replaces: null,
  reason: null,
  sha256: 'a'.repeat(64),
  sealed: true,
  unedited: null,
  writtenAs: null,
  confirmations: [],
  withdrawal: null,
  discard: null,
  ...fields,
});

/** A version that Dr Núñez signed at 18:42 of that day. */
export const makeSigned = (fields: Partial<VersionSummary> = {}): VersionSummary =>
  makeDraft({
    type: 'signed',
    state: 'signed',
    source: null,
    arrivedAt: '2026-10-25T00:42:00.000Z',
    createdBy: nunez.fullName,
    signer: nunez,
    unedited: false,
    ...fields,
  });

export const makeReport = (fields: Partial<Report> = {}): Report => ({
  idReport: 'rep_1',
  kind: 'exam_ai',
  state: 'unsigned',
  inForce: null,
  pending: null,
  versions: [],
  basis: null,
  review: null,
  ...fields,
});

export const makeVersion = (
  summary: VersionSummary,
  fields: Partial<ReportVersion> = {},
): ReportVersion => ({
  ...summary,
  text: '',
  sentences: [],
  patient: null,
  findings: [],
  acknowledgedAt: null,
  acceptedSentence: null,
  proof: null,
  zone: null,
  verifyCode: null,
  ...fields,
});

/** 14 million per ml, of 12 October, measured by Laboratorio Piedra de Río. */
export const concentration: QuotableResult = {
  idValue: 'val_1',
  analyte: 'concentration',
  name: null,
  comparator: null,
  value: '14',
  unit: '10*6/mL',
  range: '≥ 16',
  collectedAt: '2026-10-12T14:40:00.000Z',
  laboratory: 'Lab Piedra de Río',
  examType: 'Seminograma',
  whoEdition: 6,
};

export const DRAFT_SENTENCES = [
  'La concentración fue de 70 millones/ml en el seminograma. ',
  'Estos resultados son normales para tu edad. ',
  'Tu índice de masa corporal es de 23.4 kg/m², ideal.',
];

/** The copy of version 1, as the user's own account opened it. */
export function makeCopy(fields: Partial<WorkingCopy> = {}): WorkingCopy {
  const sentences = DRAFT_SENTENCES.map((text, origin) => ({
    text,
    origin,
    accepted: false,
    struck: false,
    explanations: [],
    author: 'ia' as const,
  }));
  return {
    idWorkingCopy: 'rwc_1',
    number: 2,
    base: { idVersion: 'rev_1', number: 1, type: 'draft' },
    replaces: null,
    amendment: null,
    reviewer: { idAccount: 'acc_own', name: 'Ana Ríos' },
    isMine: true,
    startedAt: '2026-10-25T00:30:00.000Z',
    savedAt: '2026-10-25T00:30:00.000Z',
    version: 1,
    idUser: alejandro.idUser,
    kind: 'exam_ai',
    patient: { name: alejandro.name, age: 34, missing: [] },
    baseSentences: DRAFT_SENTENCES.map((text) => ({ text, author: 'ia' as const })),
    sentences,
    text: DRAFT_SENTENCES.join(''),
    sha256: 'b'.repeat(64),
    findings: [],
    results: [concentration],
    draftedAt: '2026-10-24T18:00:00.000Z',
    acknowledgedAt: null,
    open: { differing: 1, unknown: 2, treatments: 0, values: 0 },
    ...fields,
  };
}
