/** Why a received result waits. */
export const waitingReasons = [
  'unknown-patient',
  'unknown-folio',
  'bare-folio',
  'folio-of-another',
  'folio-not-asked',
  'patient-differs',
  'other-values',
  'maybe-repeated',
  'same-sample',
  'corrected-here',
  'moved',
  'implausible',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

export const waitingReasonWords: Readonly<Record<WaitingReason, string>> = {
  'unknown-patient': 'Ningún paciente tiene ese identificador.',
  'unknown-folio': 'Ninguna orden tiene ese folio.',
  'bare-folio': 'El folio no está escrito completo, como OE-000123.',
  'folio-of-another': 'El folio es de la orden de otro paciente.',
  'folio-not-asked': 'La orden de ese folio es de otro laboratorio, o no pide este estudio.',
  'patient-differs':
    'El nombre o la fecha de nacimiento no son los del paciente de ese folio o identificador.',
  'other-values':
    'Ya hay resultados de este paciente, estudio, laboratorio y fecha, con otros valores.',
  'maybe-repeated':
    'Sin la fecha de la toma no se sabe si es otra muestra o el mismo resultado otra vez.',
  'same-sample':
    'Ya hay resultados de este paciente, estudio y fecha: puede ser la misma muestra o una nueva.',
  'corrected-here':
    'El laboratorio envió un valor distinto del que corrigió una persona. Elige cuál conservar.',
  moved:
    'El laboratorio envió antes esta muestra con los datos de otra persona. Elige de quién es.',
  implausible:
    'Un valor está fuera de lo posible. Compáralo con el reporte del laboratorio antes de guardarlo.',
};
