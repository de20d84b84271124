import { toE164 } from '@simiente/contract/common/phones';
import { notifyError, notifySuccess } from '../toasts/notify.tsx';

const SHORTEST_DIALLED = 3;
const LONGEST_DIALLED = 6;

/** A `tel:` URI of a whole number or of a short one, such as 911; other numbers have no known country or lack digits. */
export function phoneLink(phone: string): string | undefined {
  const text = phone.trim();
  const isShort =
    /^\d+$/.test(text) && text.length >= SHORTEST_DIALLED && text.length <= LONGEST_DIALLED;
  const number = isShort ? text : toE164(text);
  return number && `tel:${number}`;
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
