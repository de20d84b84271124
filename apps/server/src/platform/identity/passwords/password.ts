import { randomBytes } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_NEW_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import { Problem } from '../../problem.ts';

/**
 * Minimum characters of a password that an operator sets by a command or in ADMIN_PASSWORD. Such a password is valid
 * until the owner of the account chooses another.
 */
export const MIN_OPERATOR_PASSWORD_LENGTH = 12;

/** From this length on, a password may be a common word with a suffix. */
const LONG_ENOUGH = 16;

/** A new password that is too short, or longer than the sign-in accepts. */
export class PasswordLengthError extends Error {
  override readonly name = 'PasswordLengthError';

  constructor(minLength: number) {
    super(`A new password has ${minLength} to ${MAX_PASSWORD_LENGTH} characters`);
  }
}

export function requirePasswordLength(
  { length }: string,
  minLength: number = MIN_NEW_PASSWORD_LENGTH,
): void {
  if (length < minLength || length > MAX_PASSWORD_LENGTH) throw new PasswordLengthError(minLength);
}

/** Characters without look-alikes. There are 32, so that a random byte selects all with equal probability. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random text that can be read aloud; each character has 5 bits. */
export function generateReadable(length: number): string {
  return [...randomBytes(length)].map((byte) => READABLE[byte % READABLE.length]).join('');
}

/** Words that an attacker would try first against this product, and that public lists lack. */
const LOCAL_WORDS = ['contraseña', 'simiente', 'clinica', 'clínica', 'fertilidad', 'laboratorio'];

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when it is first needed, because the list has half a megabyte. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...LOCAL_WORDS].map((w) => w.toLowerCase()));
}

/**
 * Whether a password is among those that attackers try first: leaked passwords, the account's e-mail and name, and
 * these with digits or signs appended.
 */
export async function isCommonPassword(
  password: string,
  person: { readonly email: string; readonly name: string },
): Promise<boolean> {
  common ??= readCommon();
  const words = await common;
  const personalWords = [person.email, person.email.split('@')[0] ?? '', person.name].map((word) =>
    word.toLowerCase(),
  );
  const isCommon = (word: string) => words.has(word) || personalWords.includes(word);
  const text = password.trim().toLowerCase();
  const withoutSuffix = text.replace(/(?<=\p{L}|^)[^\p{L}]+$/u, '');
  return isCommon(text) || (text.length < LONG_ENOUGH && isCommon(withoutSuffix));
}

export async function rejectCommonPassword(
  password: string,
  person: { readonly email: string; readonly name: string },
): Promise<void> {
  if (await isCommonPassword(password, person)) throw new Problem('PASSWORD_TOO_COMMON');
}
