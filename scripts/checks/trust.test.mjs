import { describe, expect, it } from 'vitest';
import { POINTS as all, findTrustFaults, readTrust } from './documents.mjs';

/** The document with another text under one point. */
function document(id, ...lines) {
  const text = (point) => (point === id ? lines : ['It is met.']);
  return all.flatMap((point) => [`### ${point} · A point`, '', ...text(point), '']).join('\n');
}

const carried = (ids) => ids.map((id) => ({ id }));
const faults = (markdown, ids = all) => findTrustFaults(readTrust(markdown), carried(ids));
const allBut = (id) => all.filter((other) => other !== id);

describe('the points of the checklist', () => {
  it('pass with a test, with a reason for its absence, and while they are pending', () => {
    expect(faults(document())).toEqual([]);
    expect(faults(document('T-B2', 'No test: it is a decision.'), allBut('T-B2'))).toEqual([]);
    expect(faults(document('T-B2', 'Pending.'), allBut('T-B2'))).toEqual([]);
    expect(readTrust(document('T-B2', 'Pending.')).filter((p) => p.isPending)).toHaveLength(1);
  });

  it('must be complete, each once', () => {
    expect(faults(document().replace('### T-C3 ·', '#### T-C3 ·'))).toEqual(['1 T-C3 is missing']);
    expect(faults(document().replace('### T-C3 ·', '### T-C4 ·'))).toEqual([
      '1 T-C3 is missing',
      expect.stringContaining('T-C4: is there twice'),
      expect.stringContaining('T-C4: is there twice'),
    ]);
    expect(faults(document().replace('### T-C3 ·', '### T-Z1 ·'))).toContainEqual(
      expect.stringContaining('T-Z1: is not in the checklist'),
    );
  });

  it('need a test that carries their id, or a reason', () => {
    const unshown = expect.stringMatching(/^\d+ T-B2: no test carries its id/);
    expect(faults(document(), allBut('T-B2'))).toEqual([unshown]);
    expect(faults(document('T-B2', 'No test:'), allBut('T-B2'))).toEqual([unshown]);
  });

  it('need one that is not nightly', () => {
    const points = readTrust(document());
    const tests = [...carried(allBut('T-B2')), { id: 'T-B2', isNightly: true }];
    expect(findTrustFaults(points, tests)).toEqual([
      expect.stringMatching(/^\d+ T-B2: only nightly tests carry its id/),
    ]);
    expect(findTrustFaults(points, [...tests, { id: 'T-B2', isNightly: false }])).toEqual([]);
  });
});
