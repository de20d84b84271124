import { expect, test } from 'vitest';
import { matchesVerifier, scramVerifier } from './prepare-database.ts';

test('the verifier of a password equals that of PostgreSQL', () => {
  // From PostgreSQL 18: select rolpassword after alter role … password 'pencil'.
  const stored =
    'SCRAM-SHA-256$4096:grZBl2Aovyo/yaE8k2sCuw==$zywOAUkRk02j/vQwg1sw8rTnHpieFvfTbVLj22bN2fg=:gGDPBWQKdC1pSJekxB/sRTRpdDW+H/x4PU2frtbLzVM=';
  expect(matchesVerifier('pencil', stored)).toBe(true);
  expect(matchesVerifier('pencils', stored)).toBe(false);
});

test('a verifier matches its password, and each has its own salt', () => {
  const verifier = scramVerifier('secreta');
  expect(matchesVerifier('secreta', verifier)).toBe(true);
  expect(matchesVerifier('secretA', verifier)).toBe(false);
  expect(scramVerifier('secreta')).not.toBe(verifier);
});

test('no other text is taken for a verifier', () => {
  for (const other of [null, '', 'md5abc', 'SCRAM-SHA-256$4096:']) {
    expect(matchesVerifier('secreta', other)).toBe(false);
  }
});
