/** E.164 allows 15 digits; no country has complete numbers with fewer than 8. */
const INTERNATIONAL = /^[1-9]\d{7,14}$/;
const NORTH_AMERICAN = /^1[2-9]\d{2}[2-9]\d{6}$/;
/** Ten digits; no area code of Mexico begins with 0 or 1. */
const MEXICAN = /^[2-9]\d{9}$/;
/** Prefixes that were dialled before a Mexican number, and the 1 that mobile numbers had after 52 until 2019. */
const MEXICAN_PREFIX = /^(?:521?|01|04[45])(?=[2-9]\d{9}$)/;
const DIALLABLE = /^[\d ()+./-]+$/;

/** Area codes of California, Arizona, New Mexico and Texas with which no Mexican number begins. */
const BORDER = new Set(
  (
    '209 213 310 408 510 530 619 650 707 760 805 820 840 858 909 925 949 480 520 602 928 505 575 ' +
    '210 214 254 361 409 430 512 682 806 830 903 915 940 945 956 979'
  ).split(' '),
);

export type PhoneReading =
  | { readonly kind: 'complete'; readonly e164: string }
  /** A number of ten digits without a country, which may be of Mexico or of the United States. */
  | { readonly kind: 'ambiguous'; readonly digits: string }
  | { readonly kind: 'incomplete' };

const INCOMPLETE: PhoneReading = { kind: 'incomplete' };
const complete = (digits: string): PhoneReading => ({ kind: 'complete', e164: `+${digits}` });

/**
 * Parses a phone as people write it. A number without a country is Mexican, unless it has an area code from the other
 * side of the border, or begins with the 1 of North America: then the user must choose the country.
 */
export function readPhone(phone: string): PhoneReading {
  const text = phone.trim();
  if (!DIALLABLE.test(text) || text.lastIndexOf('+') > 0) return INCOMPLETE;
  const dialled = text.replaceAll(/\D/g, '');
  const digits = dialled.replace(/^(?:00|011)/, '');
  const isInternational = text.startsWith('+') || digits !== dialled;
  if (isInternational && !digits.startsWith('52')) {
    const pattern = digits.startsWith('1') ? NORTH_AMERICAN : INTERNATIONAL;
    return pattern.test(digits) ? complete(digits) : INCOMPLETE;
  }
  const local = digits.replace(MEXICAN_PREFIX, '');
  if (!isInternational) {
    const isBorder = BORDER.has(digits.slice(0, 3)) && MEXICAN.test(digits);
    if (isBorder || NORTH_AMERICAN.test(digits)) {
      return { kind: 'ambiguous', digits: digits.slice(-10) };
    }
  }
  return MEXICAN.test(local) ? complete(`52${local}`) : INCOMPLETE;
}

/** A number without a country that has fewer digits than a Mexican one, but enough for a phone. */
const SHORT = /^[^\d+]*(?:\d[^\d+]*){7,9}$/;

/** Asks whether a short number is complete; undefined for other numbers. */
export const shortPhoneQuestion = (phone: string) =>
  SHORT.test(phone)
    ? `El teléfono tiene ${phone.replaceAll(/\D/g, '').length} dígitos; en México tienen 10. Revisa que esté completo.`
    : undefined;

/** The E.164 form of a number with a known country; undefined for other numbers. */
export function toE164(phone: string): string | undefined {
  const reading = readPhone(phone);
  return reading.kind === 'complete' ? reading.e164 : undefined;
}

/** The two possible numbers for ambiguous digits, in their written form. */
export const phoneChoices = (digits: string) =>
  [
    { country: 'México', prefix: '+52' },
    { country: 'Estados Unidos', prefix: '+1' },
  ].map(({ country, prefix }) => ({
    country,
    phone: `${prefix} ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  }));
