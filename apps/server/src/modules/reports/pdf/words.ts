import { formatLongDay } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import type { ReportPaper } from './report-paper.ts';

/** 'la Dra. Regina Núñez'; a name without a title has no article. */
function withArticle(name: string): string {
  if (/^Dra\.?\s/i.test(name)) return `la ${name}`;
  return /^Dr\.?\s/i.test(name) ? `el ${name}` : name;
}

/** How the text was made, in words for its reader. */
export function preparationOf(preparedWith: ReportPaper['preparedWith'], fullName: string): string {
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
export function signatureTime({
  signedAt,
  timeZone,
}: Pick<ReportPaper, 'signedAt' | 'timeZone'>): string {
  return `${formatLongDay(signedAt.toISOString(), { timeZone })} (hora de ${zoneName(timeZone)})`;
}
