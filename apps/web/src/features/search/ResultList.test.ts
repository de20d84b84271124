import type { SearchResult } from '@simiente/contract/search/calls';
import { expect, test } from 'vitest';
import { formatDetail } from './ResultList.tsx';

const ana: SearchResult = {
  kind: 'patient',
  id: 'usr_1',
  name: 'Ana Gómez',
  email: 'agomez@correo.example',
  phone: '+52 55 1234 5678',
  earlier: null,
  status: 1,
};

test.each([
  ['ana', null],
  ['gomez ana', null],
  ['agomez', 'agomez@correo.example'],
  ['ana 5512', '+52 55 1234 5678'],
  ['ana correo', 'agomez@correo.example'],
  ['55 1234 gomez', '+52 55 1234 5678'],
  ['', null],
])('the detail beside the name has the searched words that the name lacks: %j', (term, detail) => {
  expect(formatDetail(ana, term)).toBe(detail);
});
