import { expect, test } from 'vitest';
import { zoneName } from './zone-name.ts';

test('zones have their common names', () => {
  expect(zoneName('America/Mexico_City')).toBe('Ciudad de México');
  expect(zoneName('America/Tijuana')).toBe('Tijuana');
  expect(zoneName('America/Cancun')).toBe('Cancún');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneName('UTC')).toBe('UTC');
});
