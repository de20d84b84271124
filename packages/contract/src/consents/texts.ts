import { typedKeys } from '../common/lists.ts';

/** Purposes of consent. Each purpose, and each channel of reminders, needs a separate consent. */
export const consentPurposeNames = {
  health_data: 'Datos de salud',
  reminders_email: 'Recordatorios por correo',
  reminders_whatsapp: 'Recordatorios por WhatsApp',
  automatic_drafts: 'Borradores con un modelo de lenguaje',
} as const;
export type ConsentPurpose = keyof typeof consentPurposeNames;
export const consentPurposes = typedKeys(consentPurposeNames);

/** The text of a consent. An accepted text is never edited. */
interface ConsentText {
  readonly version: string;
  readonly texts: Readonly<Record<ConsentPurpose, string>>;
}

/** The texts of consents, oldest first; new consents use the last one. A changed text needs a new version. */
export const consentTexts: readonly [ConsentText, ...ConsentText[]] = [
  {
    version: '2026-11',
    texts: {
      health_data: `Acepto de manera libre, específica e informada que la clínica trate mis datos personales sensibles de salud: mis antecedentes, estudios, resultados, informes, recetas y citas.

La clínica los usará para atenderme, dar seguimiento a mi tratamiento, coordinar los estudios que me indique con los laboratorios y cumplir con las obligaciones que la ley le impone sobre el expediente clínico. No los usará para otro fin sin pedirme antes otro consentimiento.

He tenido a la vista el aviso de privacidad de la clínica. Sé que puedo conocer mis datos, pedir que se corrijan o se cancelen y oponerme a su uso, y que puedo retirar este consentimiento en cualquier momento. Retirarlo no afecta lo que se hizo antes ni borra lo que la ley obliga a conservar.`,
      reminders_email:
        'Acepto recibir en mi correo recordatorios de mis citas, con el día, la hora y el lugar, y un enlace para confirmarlas. No llevan datos de salud.',
      reminders_whatsapp:
        'Acepto recibir por WhatsApp recordatorios de mis citas, con el día, la hora y el lugar, y un enlace para confirmarlas. No llevan datos de salud.',
      automatic_drafts:
        'Acepto que mis resultados, sin mi nombre ni mis datos de contacto, se envíen a un modelo de lenguaje que propone un borrador de mi informe. Mi médico lo revisa y decide qué firma.',
    },
  },
];
