import { formatDay } from '@simiente/contract/format/dates';
import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import type { Report } from '@simiente/contract/reports/calls';
import {
  draftPreparation,
  draftSourceWords,
  type Preparation,
  type ReportKind,
  sentenceAuthorWords,
  versionStateWords,
} from '@simiente/contract/reports/states';
import type { SignerSnapshot, VersionSummary } from '@simiente/contract/reports/version';
import type { Tone } from '../../theme/tokens.ts';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';

/** Short names of the kinds, as on the cards of the patient's page. */
export const reportKindNames: Readonly<Record<ReportKind, string>> = {
  exam_ai: 'Actualidad',
  first_medical: 'Test de Fertilidad',
};

/** The page of each kind: the last part of its path. */
export const reportPages = {
  exam_ai: 'actuality',
  first_medical: 'fertility-test',
} as const satisfies Record<ReportKind, string>;

const stateTones: Readonly<Record<keyof typeof versionStateWords, Tone>> = {
  draft: 'neutral',
  in_review: 'amber',
  signed: 'green',
  superseded: 'neutral',
  withdrawn: 'red',
  discarded: 'neutral',
};

export const statePill = (state: keyof typeof versionStateWords): StatusPillProps => ({
  tone: stateTones[state],
  label: versionStateWords[state],
});

const authorTones: Readonly<Record<SentenceAuthor, Tone>> = {
  ia: 'neutral',
  ia_editada: 'plum',
  medico: 'primary',
};

export const authorPill = (author: SentenceAuthor, preparation: Preparation): StatusPillProps => ({
  tone: authorTones[author],
  label: sentenceAuthorWords[preparation][author],
});

/** How the draft of a version was prepared, for example by AI. */
export function findPreparation(versions: readonly VersionSummary[], number: number | undefined) {
  const findVersion = (wanted: number | null | undefined) =>
    versions.find((candidate) => candidate.number === wanted);
  const version = findVersion(number);
  const draft = findVersion(version?.fromDraft) ?? version;
  return draftPreparation(draft?.source ?? null);
}

export const versionName = (number: number) => `Versión ${number}`;

type Origin = Pick<VersionSummary, 'source' | 'model' | 'modelVersion' | 'ruleVersion'>;

/** Text such as 'IA, modelo desconocido', 'Importado, gpt-x 3' or 'Automático (reglas-1)'. */
export function describeOrigin({ source, model, modelVersion, ruleVersion }: Origin): string {
  if (source === null) return '';
  const words = draftSourceWords[source];
  if (source === 'reglas') return ruleVersion === null ? words : `${words} (${ruleVersion})`;
  const name = [model ?? 'modelo desconocido', modelVersion].filter((part) => part !== null);
  return `${words}, ${name.join(' ')}`;
}

export const describeSigner = ({ fullName, cedula }: SignerSnapshot) =>
  `${fullName} (cédula ${cedula})`;

/** A time such as '24 nov 2026, 18:42', also for today, because a signature must not be dated 'hoy'. */
export const fullMoment = (instant: string, timeZone: string) =>
  formatDay(instant, { timeZone, hour: true, now: new Date(0) });

/** A sentence about the signature of the text in force, or its absence (R12, R13); undefined for an empty report. */
export function describeSignature({ state, versions, inForce }: Report, timeZone: string) {
  const at = (instant: string) => fullMoment(instant, timeZone);
  const shown = versions.find(({ idVersion }) => idVersion === inForce);
  switch (state) {
    case 'none':
      return undefined;
    case 'withdrawn': {
      const last = versions.find(({ withdrawal }) => withdrawal !== null);
      if (!last?.withdrawal) return 'Retirado.';
      const by = last.withdrawal.by === null ? '' : ` por ${last.withdrawal.by}`;
      return `Retirado el ${at(last.withdrawal.at)}${by}. ${versionName(last.number)}.`;
    }
    case 'signed':
      if (!shown?.signer) return undefined;
      return `Firmado por ${describeSigner(shown.signer)} el ${at(shown.arrivedAt)}. ${versionName(shown.number)}.${shown.sealed ? '' : ' Se está sellando.'}`;
    case 'unsigned':
      if (!shown) return 'Sin firma en Simiente.';
      return `Sin firma en Simiente. ${versionName(shown.number)}, ${lowerFirst(describeOrigin(shown))}, del ${at(shown.arrivedAt)}.`;
  }
}

/** A figure as the text has it: '1.9 ml', '13 millones de espermatozoides por mililitro'. */
export const figureName = ({ figure, unit }: { figure: string; unit: string | null }) =>
  unit ? `${figure} ${unit}` : figure;
