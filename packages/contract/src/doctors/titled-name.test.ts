import { expect, test } from 'vitest';
import { hasFeminineTitle, initials, shortName, titledName, withoutTitle } from './titled-name.ts';

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

test.each([
  ['Alejandro Villaseñor Rojas', 'AV'],
  ['Dr Ignacio Ferrer Lozano', 'IF'],
  ['Dra. Renata Olvera', 'RO'],
  ['óscar hinojosa', 'ÓH'],
  ['Luis Ángel Cordero', 'LÁ'],
  ['Mariana', 'M'],
  ['Dr', 'D'],
  ['  Ana   (María)  ', 'AM'],
  ['<script>alert(1)</script>', 'S'],
  ['', ''],
  ['— …', ''],
])('the initials of «%s» are «%s»', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test.each([
  ['Julián Padilla Ríos', 'Dr Julián Padilla'],
  ['Dra. Ana Luz de la Cruz Ríos', 'Dra. Ana de la Cruz'],
  ['María José López García', 'Dr María López'],
  ['Dra. Renata Olvera', 'Dra. Renata Olvera'],
  ['Iván del Río', 'Dr Iván del Río'],
  ['Mariana', 'Dr Mariana'],
])('E-10.1712: a column of the agenda shows %j as %j', (name, shown) => {
  expect(shortName(name).filter(Boolean).join(' ')).toBe(shown);
});
