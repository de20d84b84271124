import { typedKeys } from '../common/lists.ts';

/** How a patient gets the link: by e-mail, or from staff as text or QR code. */
export const linkWays = ['email', 'hand'] as const;
export type LinkWay = (typeof linkWays)[number];

/** Way of giving a patient the code: by voice, by e-mail, or on paper. */
export const codeWays = ['voice', 'email', 'paper'] as const;
export type CodeWay = (typeof codeWays)[number];

export const linkWayNames: Readonly<Record<LinkWay, string>> = {
  email: 'Por correo electrónico',
  hand: 'En persona: enlace o código QR',
};

export const codeWayNames: Readonly<Record<CodeWay, string>> = {
  voice: 'En persona o por teléfono',
  email: 'Por correo electrónico',
  paper: 'Escrito en papel',
};

/** The ways within a sentence: 'enlace por correo, código en persona o por teléfono'. */
export const linkWayWords: Readonly<Record<LinkWay, string>> = {
  email: 'por correo',
  hand: 'en persona',
};
export const codeWayWords: Readonly<Record<CodeWay, string>> = {
  voice: 'en persona o por teléfono',
  email: 'por correo',
  paper: 'en papel',
};

/** Whether link and code reach the patient separately. A link given in person may be on the same paper as a code. */
export function areSeparateWays(linkBy: LinkWay, codeBy: CodeWay): boolean {
  return linkBy === 'email' ? codeBy !== 'email' : codeBy !== 'paper';
}

/** Whether staff see both link and code. Such a delivery is reserved for accounts that may read the report. */
export function staffSeeBoth(linkBy: LinkWay, codeBy: CodeWay): boolean {
  return linkBy === 'hand' && codeBy !== 'email';
}

export const SAME_WAY = 'El código y el enlace deben enviarse por medios distintos.';

/** The text to which a patient agrees before the report is sent. A changed text needs a new version. */
export const channelConsent = {
  version: '2026-11',
  text: 'El paciente está de acuerdo en recibir su informe por este medio y sabe que quien tenga el enlace, el código y su fecha de nacimiento puede leerlo.',
} as const;

export const deliveryStateNames = {
  open: 'Abierto',
  expired: 'Vencido',
  failures: 'Cerrado por intentos fallidos',
  revoked: 'Cerrado por el personal',
  replaced: 'Sustituido por otro enlace',
  consent: 'Cerrado: consentimiento retirado',
} as const;
export type DeliveryState = keyof typeof deliveryStateNames;
export const deliveryStates = typedKeys(deliveryStateNames);

/** Days for which a link is valid. */
export const DELIVERY_DAYS = 7;
/** Failed attempts that close a link. */
export const MAX_FAILURES = 5;
