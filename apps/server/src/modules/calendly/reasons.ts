/** Why a delivery did nothing, or not all: the values of the column. */
export type DeliveryReason =
  | 'meeting-url-not-web'
  | 'already-known'
  | 'awaiting-new-booking'
  | 'event-not-used'
  | 'two-patients'
  | 'fault'
  | `payload-mismatch: ${string}`;

const texts: Readonly<Record<Exclude<DeliveryReason, `payload-mismatch: ${string}`>, string>> = {
  'meeting-url-not-web': 'El enlace de la reunión no era una dirección web y se dejó fuera.',
  'already-known': 'Ya estaba hecho.',
  'awaiting-new-booking': 'La cita se cambió de fecha; falta el aviso de la nueva.',
  'event-not-used': 'Es un aviso que no se usa.',
  'two-patients':
    'Es una sola cita y está en dos pacientes distintos: decide de quién es y reintenta.',
  fault: 'Ocurrió un fallo al aplicarlo.',
};

const MISMATCH = /^payload-mismatch: (.+)$/;

/** The Spanish text of a reason. A received delivery without one was interrupted. */
export function reasonText(reason: string | null): string {
  if (reason === null) return 'Se interrumpió antes de terminar.';
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `El aviso no tiene la forma esperada (${fields}).`;
  return Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : reason;
}
