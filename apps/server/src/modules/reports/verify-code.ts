import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter looks like a digit, and none makes a rude word. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits. */
const LENGTH = 16;
const GROUP = 4;
/** The earlier format: 128 bits in base64url, too error-prone to type. */
const LONG_CODE = /^[\w-]{22}$/;

/** A new code of /verificar, as it is printed: 'K7QM-2XRD-9FTA-4NWE'. */
export function newVerifyCode(): string {
  return inGroups(
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  );
}

/** Normalizes a typed code to its printed form; null if it is not a code. */
export function readVerifyCode(typed: string): string | null {
  if (LONG_CODE.test(typed)) return typed;
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = letters.length === LENGTH && [...letters].every((one) => LETTERS.includes(one));
  return isCode ? inGroups(letters) : null;
}

const inGroups = (letters: string) =>
  (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
