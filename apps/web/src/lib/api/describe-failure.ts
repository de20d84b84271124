import { ApiFailure } from './failure.ts';

/** The reason of a failure in words: the first issue of the input, or the error itself. */
export function describeFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue?.message ?? error.message;
}
