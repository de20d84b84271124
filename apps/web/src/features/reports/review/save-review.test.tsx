import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { errorResponse } from '../../../testing/wire.ts';
import { makeCopy } from '../testing/reports.ts';
import { lastSave, openReview, row } from '../testing/review-screen.ts';
import { REVIEW_PAGE as PAGE, reviewer, reviewServer } from '../testing/review-server.ts';

/** A review whose first change could not be saved, until the server recovers. */
async function openUnsaved() {
  let isFailing = true;
  const server = reviewServer(makeCopy());
  const save = server.answers['PUT /v1/reports/save-working-copy'];
  const { user } = await openScreen(
    PAGE,
    {
      ...server.answers,
      'PUT /v1/reports/save-working-copy': (request) =>
        isFailing ? errorResponse('INTERNAL') : save?.(request),
    },
    reviewer,
  );
  await screen.findByRole('region', { name: 'Revisión' });
  await user.keyboard('x');
  const recover = () => {
    isFailing = false;
  };
  return { server, user, recover };
}

test('E-10.665: a failed save shows an error, loses nothing, and is repeated', async () => {
  const { server, user, recover } = await openUnsaved();
  expect(await screen.findByText(/No se guardó tu último cambio\./)).toBeTruthy();
  expect(within(row(1)).getByText('Tachada')).toBeTruthy();
  recover();
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(lastSave(server)?.[0]?.struck).toBe(true));
  await waitFor(() => expect(screen.queryByText(/No se guardó/)).toBeNull());
  // The focused button is gone.
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('E-10.665: a failed save during a change of view shows an error there, and can be repeated', async () => {
  const { server, user, recover } = await openUnsaved();
  await user.click(await screen.findByRole('button', { name: 'Leer' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No se guardó tu último cambio en la revisión');
  recover();
  await user.click(await within(alert).findByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(lastSave(server)?.[0]?.struck).toBe(true));
});

test('E-10.665: leaving an unsaved change for another view needs confirmation', async () => {
  const server = reviewServer(makeCopy(), {
    'PUT /v1/reports/save-working-copy': () => errorResponse('INTERNAL'),
  });
  const { user, address } = await openReview(server);
  await user.keyboard('x');
  await screen.findByText(/No se guardó tu último cambio\./);
  await user.click(await screen.findByRole('button', { name: 'Leer' }));
  const question = await screen.findByRole('dialog');
  await user.click(await within(question).findByRole('button', { name: 'Seguir editando' }));
  expect(address()).toBe(PAGE);
  expect(within(row(1)).getByText('Tachada')).toBeTruthy();
});

test('E-10.665: the later of two windows reports the other’s save, and lets the reviewer choose', async () => {
  const server = reviewServer(makeCopy());
  const other = makeCopy({ version: 7 });
  const current = {
    ...other,
    sentences: other.sentences.map((sentence, index) =>
      index === 0 ? { ...sentence, text: 'De la otra ventana. ' } : sentence,
    ),
  };
  let isStale = true;
  const save = server.answers['PUT /v1/reports/save-working-copy'];
  const { user } = await openScreen(
    PAGE,
    {
      ...server.answers,
      'PUT /v1/reports/save-working-copy': (request) =>
        isStale ? errorResponse('STALE_VERSION', { details: { current } }) : save?.(request),
    },
    reviewer,
  );
  await screen.findByRole('region', { name: 'Revisión' });
  await user.keyboard('x');
  await user.click(await screen.findByRole('button', { name: 'Usar los cambios guardados' }));
  expect(row(1).textContent).toContain('De la otra ventana.');
  isStale = false;
  await user.keyboard('x');
  await waitFor(() => expect(server.saves.at(-1)?.version).toBe(7));
});
