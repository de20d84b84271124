import { formatLongDay } from '@simiente/contract/format/dates';

/** A certificate with its key, which signs papers. */
export interface PdfCertificate {
  readonly holder: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The CMS signature, which is always the same for the same bytes. */
  sign(content: Buffer): Buffer;
}

type Period = Pick<PdfCertificate, 'validFrom' | 'validTo'>;

export function isInForce({ validFrom, validTo }: Period, now: Date): boolean {
  return validFrom <= now && now <= validTo;
}

/** Each start warns of an expiry within this number of days. */
const NOTICE_DAYS = 30;

/** Warning for an operator about a certificate; null if it is valid for more than `NOTICE_DAYS`. */
export function describeCertificate(
  { validFrom, validTo }: Period,
  timeZone: string,
  now: Date,
): string | null {
  const day = (at: Date) => formatLongDay(at.toISOString(), { timeZone });
  const consequence = 'los PDF de informes salen sin su firma';
  if (validFrom > now) {
    return `Aviso: el certificado de SIGNING_P12 es válido desde el ${day(validFrom)}; hasta entonces ${consequence}.`;
  }
  if (validTo < now) {
    return `Aviso: el certificado de SIGNING_P12 venció el ${day(validTo)}; desde entonces ${consequence}. Pon uno vigente, o quita SIGNING_P12.`;
  }
  if (validTo.getTime() - now.getTime() > NOTICE_DAYS * 86_400_000) return null;
  return `Aviso: el certificado de SIGNING_P12 vence el ${day(validTo)}; después ${consequence}.`;
}
