import { describe, expect, it } from 'vitest';
import { findTrustFaults, readTrust } from './trust.mjs';

const GROUPS = { A: 13, B: 5, C: 6, D: 7, E: 7, F: 9, G: 8, H: 6, I: 4, J: 3 };
const all = Object.entries(GROUPS).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, index) => `T-${group}${index + 1}`),
);

/** The document with something of its own under one point. */
function document(id, ...lines) {
  const text = (point) => (point === id ? lines : ['Se cumple.', '', '- `a.test.ts › it is so`']);
  return all.flatMap((point) => [`### ${point} · Un punto`, '', ...text(point), '']).join('\n');
}

const noFaults = () => [];
const faults = (markdown, testFaults = noFaults) =>
  findTrustFaults(readTrust(markdown), testFaults);

describe('the points of the checklist', () => {
  it('pass with a test, with a reason for none, and while they are pending', () => {
    expect(faults(document())).toEqual([]);
    expect(faults(document('T-B2', 'Sin prueba: es una decisión.'))).toEqual([]);
    expect(faults(document('T-B2', 'Pendiente.'))).toEqual([]);
    expect(readTrust(document('T-B2', 'Pendiente.')).filter((p) => p.isPending)).toHaveLength(1);
  });

  it('must all be there, once', () => {
    expect(faults(document().replace('### T-C3 ·', '#### T-C3 ·'))).toEqual(['1 falta T-C3']);
    expect(faults(document().replace('### T-C3 ·', '### T-C4 ·'))).toEqual([
      '1 falta T-C3',
      expect.stringContaining('T-C4: está repetido'),
      expect.stringContaining('T-C4: está repetido'),
    ]);
    expect(faults(document().replace('### T-C3 ·', '### T-Z1 ·'))).toContainEqual(
      expect.stringContaining('T-Z1: no está en la lista'),
    );
  });

  it('say how one sees it', () => {
    const silent = 'no dice con qué prueba se ve, ni «Sin prueba:» por qué no hay';
    expect(faults(document('T-B2', 'Se cumple.'))).toEqual([expect.stringContaining(silent)]);
    expect(faults(document('T-B2', 'Sin prueba:'))).toEqual([expect.stringContaining(silent)]);
  });

  it('name tests that exist', () => {
    const missing = (test) => (test === 'b.test.ts › gone' ? ['no existe'] : []);
    expect(faults(document('T-B2', '- `b.test.ts › gone`'), missing)).toEqual([
      expect.stringMatching(/^\d+ T-B2: no existe$/),
    ]);
  });
});
