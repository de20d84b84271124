/** Why a language model gave no text. */
const modelFailures = [
  'unreachable',
  'redirected',
  'rejected',
  'busy',
  'slow',
  'broken',
  'tooLong',
  'declined',
] as const;
export type ModelFailure = (typeof modelFailures)[number];

export class ModelProblem extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

/** The text of an answer, and the model that its server says wrote it. */
export interface ModelText {
  readonly text: string;
  readonly model: string | null;
}
