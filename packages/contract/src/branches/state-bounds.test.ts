import { expect, test } from 'vitest';
import { outsideStateWarning } from './state-bounds.ts';

const GUADALAJARA = { lat: 20.6736, lng: -103.344 };

test.each([
  ['Jalisco', GUADALAJARA],
  ['jalisco ', GUADALAJARA],
  ['CDMX', { lat: 19.4326, lng: -99.1332 }],
  ['Ciudad de Mexico', { lat: 19.4326, lng: -99.1332 }],
  ['Edo. de México', { lat: 19.2826, lng: -99.6557 }],
  ['N.L.', { lat: 25.6866, lng: -100.3161 }],
  // A foreign state, an unknown one, and no position.
  ['Texas', { lat: 29.7604, lng: -95.3698 }],
  ['constructor', GUADALAJARA],
  ['', GUADALAJARA],
  ['Jalisco', null],
])('S-242: in %s, the position %j needs no warning', (state, position) => {
  expect(outsideStateWarning(state, position)).toBeUndefined();
});

test.each([
  ['Jalisco', { lat: 25.6866, lng: -100.3161 }, 'Revísalas antes de guardar.'],
  ['Jalisco', { lat: -103.344, lng: 20.6736 }, 'la latitud y la longitud están invertidas.'],
  ['Jalisco', { lat: 20.6736, lng: 103.344 }, 'a la longitud le falta el signo menos.'],
  ['Estado de México', GUADALAJARA, 'no están en el Estado de México.'],
])('S-242: in %s, the position %j has the warning: %s', (state, position, words) => {
  expect(outsideStateWarning(state, position)).toContain(words);
});
