import { screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

const arrival = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../board/ProspectsBoard.tsx', async (importOriginal) => {
  await arrival.promise;
  return importOriginal();
});

test('E-10.3793: the board of prospects shows its loading state until its code arrives', async () => {
  // Test files share modules, and an earlier file may have loaded the board.
  vi.resetModules();
  const { openScreen } = await import('../../../testing/screen.tsx');
  await openScreen('/prospectos?vista=tablero', {
    'GET /v1/prospects/list': () => ({
      ...{ prospects: [], nextCursor: null, countsAreCapped: false, totalIsCapped: false },
      ...{ counts: { pending: 0, contacted: 0, converted: 0, rejected: 0, none: 0 }, total: 0 },
    }),
  });
  expect(await screen.findByRole('status', { name: 'Cargando...' })).toBeTruthy();
  arrival.resolve();
  await waitForElementToBeRemoved(() => screen.queryByRole('status', { name: 'Cargando...' }));
});
