/** What the identity library accepts, and our messages say. Never truncated. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 128;

/** A password that nobody could sign in with, or that is too easily guessed. */
export class PasswordLengthError extends Error {
  override readonly name = 'PasswordLengthError';

  constructor() {
    super(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  }
}

/** @throws PasswordLengthError */
export function requirePasswordLength({ length }: string): void {
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) throw new PasswordLengthError();
}
