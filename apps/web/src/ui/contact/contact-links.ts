import { notifyError, notifySuccess } from '../toasts/notify.tsx';

/** E.164 allows 15 digits; fewer than 8 are no whole number of any country. */
const INTERNATIONAL = /^[1-9]\d{7,14}$/;
/** Ten digits; no area code of Mexico begins with 0 or 1. */
const MEXICAN = /^[2-9]\d{9}$/;
/** Prefixes that were dialled before a Mexican number, and the 1 that mobile numbers had after 52 until 2019. */
const MEXICAN_PREFIX = /^(?:521?|01|04[45])(?=\d{10}$)/;
const DIALLABLE = /^[\d ()+./-]+$/;
const FEWEST_DIALLED = 3;
const MOST_DIALLED = 15;

/** E.164 form; a number without a country code is Mexican, +52. Undefined for an incomplete number. */
export function toE164(phone: string): string | undefined {
  const text = phone.trim();
  if (!DIALLABLE.test(text) || text.lastIndexOf('+') > 0) return undefined;
  const digits = text.replaceAll(/\D/g, '');
  const isInternational = text.startsWith('+') || digits.startsWith('00');
  const number = digits.replace(/^00/, '');
  const local = number.replace(MEXICAN_PREFIX, '');
  if (isInternational && !number.startsWith('52')) {
    return INTERNATIONAL.test(number) ? `+${number}` : undefined;
  }
  return MEXICAN.test(local) ? `+52${local}` : undefined;
}

/** A `tel:` URI. A number without its area code keeps its digits as they are, for a local call. */
export function phoneLink(phone: string): string | undefined {
  const whole = toE164(phone);
  if (whole !== undefined) return `tel:${whole}`;
  const text = phone.trim();
  const digits = text.replaceAll(/\D/g, '');
  const isDiallable =
    DIALLABLE.test(text) &&
    !text.includes('+') &&
    digits.length >= FEWEST_DIALLED &&
    digits.length <= MOST_DIALLED;
  return isDiallable ? `tel:${digits}` : undefined;
}

/** The conversation with a number. WhatsApp receives the number only when the link is followed. */
export function whatsAppLink(phone: string): string | undefined {
  const whole = toE164(phone);
  return whole && `https://wa.me/${whole.slice(1)}`;
}

/** Encoded, so that an address that was made up adds neither a second recipient nor a line to the message. */
export function mailLink(email: string): string | undefined {
  const [local, domain, ...more] = email.trim().split('@');
  if (!local || !domain || more.length > 0 || /\s/.test(local + domain)) return undefined;
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}

export type CopiedNoun = 'teléfono' | 'correo';

/** Copies a phone number or an address, and reports the outcome. */
export async function copyContact(text: string, noun: CopiedNoun): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(`Se copió el ${noun}`, { detail: text });
  } catch {
    notifyError(`No se pudo copiar el ${noun}`, { detail: 'Selecciónalo y cópialo a mano.' });
  }
}
