import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import {
  makeCopy,
  makeDraft,
  makeHistory,
  makeReport,
  makeSigned,
  makeVersion,
} from '../testing/reports.ts';
import { REVIEW_PAGE, reviewer, reviewServer } from '../testing/review-server.ts';

test('E-10.685: an account that reviews and cannot sign sees who can, and administración gets a link to Cuentas', async () => {
  const { answers } = reviewServer(makeCopy());
  const todo = ['patients.read', 'reports.read', 'reports.review'] as const;
  await openScreen(REVIEW_PAGE, answers, todo);
  await screen.findByText(/puede revisar, pero no firmar\. .*solicítalo al administrador\.$/);
  expect(screen.queryByRole('link', { name: 'Ir a Cuentas' })).toBeNull();
  cleanup();
  await openScreen(REVIEW_PAGE, answers, [...todo, 'accounts.manage']);
  const link = await screen.findByRole('link', { name: 'Ir a Cuentas' });
  expect(link.getAttribute('href')).toBe('/cuentas');
});

test('H-C6, E-10.1394: an older draft is reviewed from its version, which names the newer one', async () => {
  const drafts = [3, 2, 1].map((number) =>
    makeDraft({ idVersion: `rev_${number}`, number, inForce: false }),
  );
  const started: unknown[] = [];
  const { user } = await openScreen(
    REVIEW_PAGE,
    {
      'GET /v1/user/get-medical-history-patient': () => makeHistory('Un texto.'),
      'GET /v1/reports/of-patient': () => ({
        reports: [makeReport({ state: 'unsigned', pending: 'rev_3', versions: drafts })],
      }),
      'GET /v1/reports/get-version': () => ({ version: makeVersion(makeDraft()) }),
      'GET /v1/reports/get-working-copy': () => ({ workingCopy: null }),
      'POST /v1/reports/start-review': ({ body }) => {
        started.push(body);
        return { workingCopy: makeCopy() };
      },
    },
    reviewer,
  );
  await screen.findByText('La versión 3 está pendiente de revisión.');
  await user.click(await screen.findByRole('link', { name: /^Versión 1/ }));
  // In addition to the button that switches the view.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Revisar' })).toHaveLength(2));
  const reviewButton = screen.getAllByRole('button', { name: 'Revisar' }).at(-1);
  if (reviewButton) await user.click(reviewButton);
  await screen.findByText(/Hay un borrador más reciente, la versión 3/);
  await user.click(await screen.findByRole('button', { name: 'Empezar la revisión' }));
  await waitFor(() => expect(started).toEqual([{ idVersion: 'rev_1' }]));
});

test('E-10.686: the text of a withdrawn report without a draft can be reviewed again', async () => {
  const withdrawn = makeSigned({
    number: 2,
    state: 'withdrawn',
    withdrawal: {
      at: '2026-10-25T00:40:00.000Z',
      by: 'Regina Núñez Ocampo',
      reason: 'Otra muestra',
    },
  });
  const started: unknown[] = [];
  const { user } = await openScreen(
    REVIEW_PAGE,
    {
      'GET /v1/user/get-medical-history-patient': () => makeHistory(''),
      'GET /v1/reports/of-patient': () => ({
        reports: [makeReport({ state: 'withdrawn', versions: [withdrawn] })],
      }),
      'GET /v1/reports/get-working-copy': () => ({ workingCopy: null }),
      'POST /v1/reports/start-review': ({ body }) => {
        started.push(body);
        return { workingCopy: makeCopy() };
      },
    },
    reviewer,
  );
  await user.click(await screen.findByRole('button', { name: 'Revisar su texto de nuevo' }));
  await waitFor(() => expect(started).toEqual([{ idVersion: withdrawn.idVersion }]));
});
