import { notifyError, notifySuccess } from '../toasts/notify.tsx';

export type CopiedNoun = 'teléfono' | 'correo';

/** Copies a phone number or an address, and says whether the browser did. */
export async function copyContact(text: string, noun: CopiedNoun): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(`Se copió el ${noun}`, { detail: text });
  } catch {
    notifyError(`No se pudo copiar el ${noun}`, { detail: 'Selecciónalo y cópialo a mano.' });
  }
}
