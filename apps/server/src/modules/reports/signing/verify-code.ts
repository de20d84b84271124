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

/** What comes with a code that is copied from a sentence: spaces and quotes of any form. */
const AROUND = String.raw`\s\p{Quotation_Mark}`;
const ENDS = new RegExp(`^[${AROUND}]+|[${AROUND}]+$`, 'gu');
const BETWEEN = new RegExp(String.raw`[${AROUND}\p{Dash}]`, 'gu');

/** Normalizes a typed code to its printed form; null if it is not a code. */
export function readVerifyCode(typed: string): string | null {
  const bare = typed.replaceAll(ENDS, '');
  if (LONG_CODE.test(bare)) return bare;
  const letters = bare
    .toUpperCase()
    .replaceAll(BETWEEN, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = letters.length === LENGTH && [...letters].every((one) => LETTERS.includes(one));
  return isCode ? inGroups(letters) : null;
}

const inGroups = (letters: string) =>
  (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
