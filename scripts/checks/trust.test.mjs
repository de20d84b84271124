import { expect, it } from 'vitest';
import { findTrustFaults, readTrust } from './documents.mjs';

const DOCUMENT = `
### T-A1 · Tested

It is met.

### T-A2 · Untestable

No test: it is a decision.

## Another chapter`;
const points = readTrust(DOCUMENT);

it('a point of security passes with a test, or a reason for its absence', () => {
  expect(points.map(({ id }) => id)).toEqual(['T-A1', 'T-A2']);
  expect(findTrustFaults(points, [{ id: 'T-A1' }])).toEqual([]);
});

it('a point of security fails without a test, without a reason, or twice', () => {
  const fault = (text) => [expect.stringContaining(`T-A1: ${text}`)];
  expect(findTrustFaults(points, [])).toEqual(fault('no test carries its id'));
  const unreasoned = readTrust('### T-A1 · Untestable\n\nNo test: \n');
  expect(findTrustFaults(unreasoned, [])).toEqual(fault('no test carries its id'));
  const repeated = readTrust('### T-A1 · Tested\n### T-A1 · Tested\n');
  expect(findTrustFaults(repeated, [{ id: 'T-A1' }])).toEqual(fault('the id is used twice'));
});
