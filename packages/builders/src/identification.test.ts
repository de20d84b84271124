import { mexicanStates, readCurp } from '@simiente/contract/patients/curp';
import {
  findCurpConflicts,
  findMissingParts,
  identificationFields,
} from '@simiente/contract/patients/identification';
import { expect, test } from 'vitest';
import { buildIdentification } from './identification.ts';
import { buildPerson } from './people.ts';
import { createContext, withStream } from './random.ts';

test('invented identifications pass the form’s rules, and some are complete, some partial and some missing', () => {
  const context = createContext({ seed: 'identification', now: new Date('2026-11-20T12:00:00Z') });
  const lacking = new Map<number, number>();
  for (let index = 0; index < 300; index += 1) {
    const identification = withStream(context, index, (inner) =>
      buildIdentification(inner, buildPerson(inner).name),
    );
    for (const [field, rule] of Object.entries(identificationFields)) {
      const value = identification[field as keyof typeof identification];
      expect(rule.parse(value), field).toBe(value);
    }
    if (identification.curp !== null) expect(readCurp(identification.curp)).toBeDefined();
    if (identification.state !== null) expect(mexicanStates).toContain(identification.state);
    expect(findCurpConflicts(identification)).toEqual([]);
    const missing = findMissingParts({ ...identification, phone: '55 0000 0000' }).length;
    lacking.set(missing, (lacking.get(missing) ?? 0) + 1);
  }
  expect(lacking.get(0)).toBeGreaterThan(90);
  expect(lacking.get(5)).toBeGreaterThan(30);
  expect([1, 2, 3].reduce((sum, count) => sum + (lacking.get(count) ?? 0), 0)).toBeGreaterThan(60);
});
