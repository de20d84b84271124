import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newVerifyCode, readVerifyCode } from './verify-code.ts';

test('E-10.593: a code has 16 letters and digits of which none looks like another, in groups', () => {
  const codes = Array.from({ length: 2000 }, newVerifyCode);
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test.each([
  ['K7QM-2XRD-9FTA-4NWE'],
  ['k7qm-2xrd-9fta-4nwe'],
  ['K7QM2XRD9FTA4NWE'],
  [' k7qm 2xrd 9fta 4nwe '],
  ['“K7QM-2XRD-9FTA-4NWE”'],
  ['« K7QM-2XRD-9FTA-4NWE »'],
  ['"K7QM-2XRD-9FTA-4NWE"'],
  ["'K7QM-2XRD-9FTA-4NWE'"],
  ['„K7QM–2XRD–9FTA–4NWE‟'],
])('E-10.593: a code is read as people type it: %s', (typed) => {
  expect(readVerifyCode(typed)).toBe('K7QM-2XRD-9FTA-4NWE');
});

test('E-10.593: letters that look like digits are read as those digits', () => {
  expect(readVerifyCode('OoIi-LlKK-KKKK-KKKK')).toBe('0011-11KK-KKKK-KKKK');
});

test('E-10.593: a code in the earlier format stays as it was, to the letter', () => {
  expect(readVerifyCode('K7QM2XRD9FTAbcdEFGhi_-')).toBe('K7QM2XRD9FTAbcdEFGhi_-');
  expect(readVerifyCode(' “K7QM2XRD9FTAbcdEFGhi_-” ')).toBe('K7QM2XRD9FTAbcdEFGhi_-');
});

test.each([
  '',
  'K7QM-2XRD-9FTA',
  'K7QM-2XRD-9FTA-4NWU',
  'K7QM-2XRD-9FTA-4NWEE',
  'ÑÑÑÑ-2XRD-9FTA-4NWE',
])('E-10.593: a text that is no code is refused: «%s»', (typed) =>
  expect(readVerifyCode(typed)).toBeNull(),
);

test('E-10.593: any text is read as a code or as none, without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const code = readVerifyCode(typed);
      if (code !== null) expect(readVerifyCode(code)).toBe(code);
    }),
  );
});
