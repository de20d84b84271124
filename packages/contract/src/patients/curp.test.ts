import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curpCheckDigit, normalizeCurp, readCurp } from './curp.ts';

/** CURPs published with libraries and explanations of the algorithm; as far as we know not of real people. */
const published = [
  ['HEGG560427MVZRRL04', '1956-04-27', 'female'],
  ['BOXW310820HNERXN09', '1931-08-20', 'male'],
  ['MOTR930411HJCRMN03', '1993-04-11', 'male'],
  ['TUAZ040213MCLRLFA7', '2004-02-13', 'female'],
] as const;

test('E-10.290: published CURPs are read', () => {
  for (const [curp, birthDate, sex] of published) {
    expect(readCurp(curp), curp).toMatchObject({ birthDate, sex });
  }
});

test('E-10.290: a CURP is stored in capitals and without spaces or hyphens, however it was typed', () => {
  expect(normalizeCurp(' hegg560427mvzrrl04\n')).toBe('HEGG560427MVZRRL04');
  expect(normalizeCurp('hegg 560427 mvzrrl-04')).toBe('HEGG560427MVZRRL04');
});

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const consonant = fc.constantFrom(...'BCDFGHJKLMNPQRSTVWXYZ');
const validCurp = fc
  .record({
    name: fc.tuple(letter, fc.constantFrom(...'AEIOUX'), letter, letter).map((all) => all.join('')),
    born: fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    }),
    sex: fc.constantFrom('H', 'M', 'X'),
    state: fc.constantFrom('JC', 'DF', 'NE', 'MC'),
    consonants: fc.tuple(consonant, consonant, consonant).map((all) => all.join('')),
    digit: fc.constantFrom(...'0123456789'),
    letter,
  })
  .map(({ name, born, sex, state, consonants, digit, letter }) => {
    const birthDate = born.toISOString().slice(0, 10);
    const homonym = birthDate < '2000' ? digit : letter;
    const text = `${name}${birthDate.slice(2).replaceAll('-', '')}${sex}${state}${consonants}${homonym}`;
    return { curp: text + curpCheckDigit(text), birthDate, sex };
  });

describe('generated CURPs', () => {
  test('E-10.290: the day of birth with its century and the sex are read', () => {
    fc.assert(
      fc.property(validCurp, ({ curp, birthDate, sex }) => {
        const named = { H: 'male', M: 'female', X: null }[sex];
        expect(readCurp(curp)).toMatchObject({ birthDate, sex: named });
      }),
    );
  });

  test('E-10.290: another check digit is rejected, and so is a text with one character more or less', () => {
    fc.assert(
      fc.property(validCurp, fc.integer({ min: 1, max: 9 }), ({ curp }, step) => {
        const other = String((Number(curp.slice(-1)) + step) % 10);
        expect(readCurp(curp.slice(0, -1) + other)).toBeUndefined();
        expect(readCurp(`${curp}0`)).toBeUndefined();
        expect(readCurp(curp.slice(0, -1))).toBeUndefined();
      }),
    );
  });
});

test.each([
  ['', 'nothing'],
  ['HEGG560230MVZRRL0', 'a day that no month has'],
  ['HEGG561327MVZRRL0', 'a thirteenth month'],
  ['HEGG560427MXXRRL0', 'no state'],
  ['HEGG560427FVZRRL0', 'no sex'],
  ['HEGG560427MVZRAL0', 'a vowel among the consonants'],
  ['HBGG560427MVZRRL0', 'a consonant instead of the vowel'],
  ['ÑEGG560427MVZRRL0', 'an Ñ, which becomes an X'],
])('E-10.290: %s is rejected as a CURP despite its check digit: %s', (characters) => {
  expect(readCurp(characters + curpCheckDigit(characters))).toBeUndefined();
});
