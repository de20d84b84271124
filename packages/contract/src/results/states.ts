import { typedKeys } from '../common/lists.ts';

/**
 * The states of a result set. An entered (`capturado`) or corrected set is pending until it is validated. A
 * withdrawn set (`retirado`) belongs to another person and is not in force.
 */
export const resultStatuses = ['capturado', 'validado', 'corregido', 'retirado'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

export const resultStatusNames: Readonly<Record<ResultStatus, string>> = {
  capturado: 'Capturado',
  validado: 'Validado',
  corregido: 'Corregido',
  retirado: 'Retirado',
};

interface DescribedState {
  readonly status: ResultStatus;
  readonly isPreliminary: boolean;
  readonly isHeld: boolean;
  readonly lacksSecondReading: boolean;
}

/** 'Validado, preliminar, en espera, sin segunda lectura' */
export const describeState = (state: DescribedState): string =>
  [
    resultStatusNames[state.status],
    ...(state.isPreliminary ? ['preliminar'] : []),
    ...(state.isHeld ? ['en espera'] : []),
    ...(state.lacksSecondReading ? ['sin segunda lectura'] : []),
  ].join(', ');

export const resultActions = ['update', 'validate', 'correct', 'withdraw'] as const;
export type ResultAction = (typeof resultActions)[number];

/** The state after an act; undefined if the state does not allow it. */
const transitions: Readonly<
  Record<ResultStatus, Partial<Readonly<Record<ResultAction, ResultStatus>>>>
> = {
  capturado: { update: 'capturado', validate: 'validado', withdraw: 'retirado' },
  validado: { correct: 'corregido', withdraw: 'retirado' },
  corregido: { correct: 'corregido', validate: 'validado', withdraw: 'retirado' },
  retirado: {},
};

export function statusAfter(status: ResultStatus, act: ResultAction): ResultStatus | undefined {
  return transitions[status][act];
}

/** Kinds of corrections: changed values, or a withdrawn set, with or without a move to another record. */
export const correctionWords = {
  corrected: 'Corregido',
  withdrawn: 'Retirado',
  movedOut: 'Movido a otro expediente',
  movedIn: 'Movido desde otro expediente',
} as const;
export const correctionKinds = typedKeys(correctionWords);

/** The reason of the correction that results get when the file of their study is replaced. */
export const FILE_REPLACED = 'Se reemplazó el archivo del estudio.';

export const resultSources = ['manual', 'csv', 'hl7'] as const;
export type ResultSource = (typeof resultSources)[number];

/** How a typed result was read a second time: by another user, or by retyping some of its fields. */
export const secondReadingWays = ['other', 'retyped'] as const;
export type SecondReadingWay = (typeof secondReadingWays)[number];

/** Basis of a second reading: the study's opened file, or a paper. */
export const readingBases = ['file', 'paper'] as const;
export type ReadingBasis = (typeof readingBases)[number];

/** Number of fields that the same user retypes. */
export const RETYPED_FIELDS = 3;

/** Why a received result waits, for users. */
export const waitingReasonWords = {
  'unknown-patient': 'No trae el identificador de un paciente, o ningún paciente lo tiene.',
  'unknown-folio': 'Ninguna orden tiene ese folio.',
  'bare-folio': 'El folio no está escrito completo, como OE-000123.',
  'folio-of-another': 'El folio es de la orden de otro paciente.',
  'folio-not-asked': 'La orden de ese folio es de otro laboratorio, o no incluye este estudio.',
  'patient-differs':
    'El nombre, la fecha de nacimiento, el sexo u otro identificador no coinciden con los del paciente de ese folio o identificador.',
  'other-values':
    'Ya hay resultados de este paciente, estudio, laboratorio y fecha, con otros valores.',
  'maybe-repeated':
    'Sin la fecha de la toma no se sabe si es otra muestra o el mismo resultado otra vez.',
  'same-sample':
    'Hay resultados de este paciente, estudio y fecha, o los hubo y se retiraron o eliminaron: puede ser la misma muestra o una nueva.',
  'corrected-here': 'El laboratorio envió un valor distinto del corregido. Elige cuál conservar.',
  'unclear-correction':
    'El laboratorio corrige una muestra que no se sabe cuál es: trae otro estudio, o su número es de varias fechas u horas. Si la asignas, retira los resultados que reemplaza.',
  moved:
    'El laboratorio envió antes esta muestra con los datos de otra persona. Elige de quién es.',
  'shared-values':
    'Otro paciente tiene estos mismos valores, del mismo laboratorio, estudio y fecha. Revisa si es la misma muestra, y de quién es.',
  'deleted-patient': 'El paciente está en la papelera. Restáuralo, o elige de quién es la muestra.',
  implausible:
    'Un valor está fuera de lo posible. Compáralo con el reporte del laboratorio antes de guardarlo.',
} as const;
export type WaitingReason = keyof typeof waitingReasonWords;
export const waitingReasons = typedKeys(waitingReasonWords);

/** Whether a sample waits because it may belong to another patient, which a user decides. */
export const concernsOtherPatient = (reason: WaitingReason) =>
  reason === 'moved' || reason === 'shared-values';

const PATIENT_REASONS: ReadonlySet<WaitingReason> = new Set([
  'unknown-patient',
  'unknown-folio',
  'bare-folio',
  'folio-of-another',
  'folio-not-asked',
  'patient-differs',
  'deleted-patient',
]);

/** Whether a sample waits because its patient is not certain. */
export const lacksPatient = (reason: WaitingReason) => PATIENT_REASONS.has(reason);
