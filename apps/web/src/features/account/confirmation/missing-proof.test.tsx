import { screen } from '@testing-library/react';
import { test, vi } from 'vitest';

vi.mock('./ProofDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('E-10.3888: a change that needs a fresh proof of identity fails if the code of its dialog cannot be loaded', async () => {
  // Test files share modules, and an earlier file may have loaded the dialog.
  vi.resetModules();
  const { whenPartIsMissing } = await import('../../../lib/lazy-on-use.ts');
  whenPartIsMissing(() => {});
  const { answerAfterProof, pressChange } = await import('./testing/change.tsx');
  answerAfterProof();
  await pressChange();
  await screen.findByText('PROOF_NEEDED');
});
