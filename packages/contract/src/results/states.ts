/**
 * The states of a result set. One that is entered (`capturado`) or corrected is pending until it is
 * validated.
 */
export const resultStatuses = ['capturado', 'validado', 'corregido'] as const;
export type ResultStatus = (typeof resultStatuses)[number];

export const resultStatusNames: Readonly<Record<ResultStatus, string>> = {
  capturado: 'Capturado',
  validado: 'Validado',
  corregido: 'Corregido',
};

export const resultActs = ['update', 'validate', 'correct'] as const;
export type ResultAct = (typeof resultActs)[number];

/** The state after an act; undefined where the state does not allow it. */
const transitions: Readonly<
  Record<ResultStatus, Partial<Readonly<Record<ResultAct, ResultStatus>>>>
> = {
  capturado: { update: 'capturado', validate: 'validado' },
  validado: { correct: 'corregido' },
  corregido: { correct: 'corregido', validate: 'validado' },
};

export function statusAfter(status: ResultStatus, act: ResultAct): ResultStatus | undefined {
  return transitions[status][act];
}

/** The reason of the correction that a replaced file is, in the results that were read from it. */
export const FILE_REPLACED = 'Se reemplazó el archivo del estudio.';

/** Where a result came from. */
export const resultSources = ['manual', 'csv', 'hl7'] as const;
export type ResultSource = (typeof resultSources)[number];

/** How a typed result was read a second time: by another user, or by retyping some of its fields. */
export const secondReadingWays = ['other', 'retyped'] as const;
export type SecondReadingWay = (typeof secondReadingWays)[number];

/** From what a second reader read: the study's file, which was opened, or a paper where there is none. */
export const readingBases = ['file', 'paper'] as const;
export type ReadingBasis = (typeof readingBases)[number];

export const NO_SECOND_READING = 'Sin segunda lectura';

/** How many fields the same person retypes. */
export const RETYPED_FIELDS = 3;
