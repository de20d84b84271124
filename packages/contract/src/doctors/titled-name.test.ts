import { expect, test } from 'vitest';
import { hasFeminineTitle, titledName, withoutTitle } from './titled-name.ts';

test.each([
  ['Renata Olvera', 'Dr Renata Olvera', 'Renata Olvera', false],
  ['Dra. Renata Olvera', 'Dra. Renata Olvera', 'Renata Olvera', true],
  ['Dra Renata Olvera', 'Dra Renata Olvera', 'Renata Olvera', true],
  ['Dr. Iván Mora', 'Dr. Iván Mora', 'Iván Mora', false],
  ['DR IVÁN MORA', 'DR IVÁN MORA', 'IVÁN MORA', false],
  ['dr.Iván Mora', 'dr.Iván Mora', 'Iván Mora', false],
  [' Doctora Ana', 'Doctora Ana', 'Ana', true],
  ['Doctor Ana', 'Doctor Ana', 'Ana', false],
  ['Drago Draculić', 'Dr Drago Draculić', 'Drago Draculić', false],
  ['Dráculo Íñiguez', 'Dr Dráculo Íñiguez', 'Dráculo Íñiguez', false],
  ['Ana Dra', 'Dr Ana Dra', 'Ana Dra', false],
  ['Dr', 'Dr', '', false],
])('E-2.104: %j is shown as %j, with one title', (typed, titled, bare, isFeminine) => {
  expect(titledName(typed)).toBe(titled);
  expect(titledName(titledName(typed))).toBe(titled);
  expect(withoutTitle(typed)).toBe(bare);
  expect(hasFeminineTitle(typed)).toBe(isFeminine);
});
