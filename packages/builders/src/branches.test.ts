import { examCodes } from '@simiente/contract/exams/catalogue';
import { describe, expect, test } from 'vitest';
import { buildBranch } from './branches.ts';
import { buildPartner, buildPartners } from './partners.ts';
import { createContext } from './random.ts';
import { cities, neighborhoods } from './vocabulary/cities.ts';

const context = createContext({ seed: 4, now: new Date('2026-11-20T15:00:00Z') });
/** Degrees. */
const CITY_RADIUS = 0.03;

describe.each(cities)('a branch in $name', (city) => {
  const partner = buildPartner(context);
  const branch = buildBranch(context, partner, undefined, city);

  test('has the state, prefix and postcode of its city, and lies in it', () => {
    expect(Math.abs(branch.location.lat - city.lat)).toBeLessThanOrEqual(CITY_RADIUS);
    expect(Math.abs(branch.location.lng - city.lng)).toBeLessThanOrEqual(CITY_RADIUS);
    expect(branch.state).toBe(city.state);
    expect(branch.phone.startsWith(`+52 ${city.lada} 0`)).toBe(true);
    expect(branch.phone.replace(/\D/g, '')).toHaveLength(12);
    expect(branch.zip).toMatch(new RegExp(`^${city.zip}\\d{3}$`));
    const address = JSON.stringify(branch.address);
    expect(neighborhoods.some((name) => address.includes(`Col. ${name}`))).toBe(true);
  });

  test('belongs to its partner and offers codes of the catalogue', () => {
    expect(branch.partner).toEqual({ id: partner.idPartner, name: partner.name });
    expect(branch.idBranch).toMatch(/^brn_[0-9a-f]{20}$/);
    expect(branch.website).toBe(`https://${partner.idPartner}.example.com`);
    expect(branch.exam_available.length).toBeGreaterThan(0);
    for (const code of branch.exam_available) expect(examCodes).toContain(code);
    expect(branch.exam_available).toContain('SEM');
  });
});

test('a hundred partners have a hundred names and ids', () => {
  const partners = buildPartners(context, 100);
  expect(new Set(partners.map(({ name }) => name)).size).toBe(100);
  expect(new Set(partners.map(({ idPartner }) => idPartner)).size).toBe(100);
});

test("a partner's id follows the name that a test gives", () => {
  expect(buildPartner(context, { name: 'Clínica Ñandú & Cía.' }).idPartner).toBe(
    'clinica-nandu-cia',
  );
});
