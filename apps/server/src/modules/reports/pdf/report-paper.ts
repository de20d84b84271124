import { formatLongDay, zoneName } from '@simiente/contract/format/dates';
import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import type { Preparation } from '@simiente/contract/reports/states';
import type { SignedSample, SignerSnapshot } from '@simiente/contract/reports/version';

export type PaperState =
  | { readonly is: 'vigente' }
  /** Number of the next version. */
  | { readonly is: 'sustituido'; readonly by: number }
  | { readonly is: 'retirado'; readonly at: Date };

export interface ReportPaper {
  readonly title: string;
  readonly subtitle: string;
  readonly number: number;
  readonly state: PaperState;
  /** Whether quoted results changed, and no account confirmed the version since. */
  readonly isBasisChanged: boolean;
  /** The change of an earlier version; null for a first version. Its reason is only for staff. */
  readonly amendment: { readonly is: 'correction' | 'addition'; readonly of: number } | null;
  /** How the draft was prepared; null if no sentence of the draft remains. */
  readonly preparedWith: Preparation | null;
  readonly letterhead: {
    readonly name: string;
    readonly address: string | null;
    readonly licence: string | null;
    /** A PNG. */
    readonly logo: Buffer | null;
  } | null;
  readonly patient: {
    readonly name: string;
    /** Birth date and age, such as '9 abr 1992, 34 años'; null if it is unknown. */
    readonly birth: string | null;
    readonly sex: string | null;
    readonly curp: string | null;
    readonly identityDocument: string | null;
    readonly address: string | null;
  };
  /** Results at the signature: the newest sample of each study, then samples for comparison. */
  readonly results: readonly SignedSample[];
  /** Joined they are the signed text. */
  readonly sentences: readonly { readonly text: string; readonly author: SentenceAuthor }[];
  readonly signer: Omit<SignerSnapshot, 'idAccount' | 'idIdentityVersion'>;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly sha256: string;
  /** Public page that shows whether the version is still in force. */
  readonly verifyUrl: string;
}

/** A name with article, such as 'la Dra. Regina Núñez'; a name without a title has no article. */
function withArticle(name: string): string {
  if (/^Dra\.?\s/i.test(name)) return `la ${name}`;
  return /^Dr\.?\s/i.test(name) ? `el ${name}` : name;
}

export function describePreparation(
  preparedWith: ReportPaper['preparedWith'],
  fullName: string,
): string {
  const signer = withArticle(fullName);
  switch (preparedWith) {
    case 'ia':
      return `Preparado con inteligencia artificial y revisado por ${signer}.`;
    case 'reglas':
      return `Texto preparado a partir de un borrador automático y revisado por ${signer}.`;
    case null:
      return `Escrito por ${signer}.`;
  }
}

/** 'lunes, 23 de noviembre de 2026, 9:42 (hora de Ciudad de México)' */
export const formatSignatureTime = ({
  signedAt,
  timeZone,
}: Pick<ReportPaper, 'signedAt' | 'timeZone'>): string =>
  `${formatLongDay(signedAt.toISOString(), { timeZone })} (hora de ${zoneName(timeZone)})`;
