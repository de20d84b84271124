import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { queries } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ana, emptyProduct } from '../../../testing/empty-product.ts';
import { makePatientSummary } from '../../../testing/patients.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, answerRequests } from '../../../testing/wire.ts';

const anaInput = { input: { idUser: ana.idUser } };

const anaAnswers: Answers = {
  ...emptyProduct,
  'GET /v1/user/list': () => ({
    userData: [makePatientSummary()],
    nextCursor: null,
    counts: { 1: 1, 2: 0, 3: 0, 4: 0 },
    countsAreCapped: false,
    total: 1,
    totalIsCapped: false,
  }),
};

/** Goes from the list to Ana's page. @returns whether the sections appeared together with the header */
async function openPage(): Promise<boolean | undefined> {
  const { user } = await openScreen('/pacientes', anaAnswers);
  const link = await screen.findByRole('link', { name: new RegExp(ana.name) });
  let hadExams: boolean | undefined;
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('heading', { level: 1, name: ana.name }) === null) return;
    hadExams ??= screen.queryByRole('heading', { name: 'Estudios' }) !== null;
  });
  observer.observe(document.body, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  await user.click(link);
  await screen.findByRole('heading', { name: 'Estudios' });
  return hadExams;
}

test('the header and the cards do not wait for the sections below them', async () => {
  expect(await openPage()).toBe(false);
});

test('a page with cached records is complete immediately', async () => {
  answerRequests(emptyProduct);
  await queryClient.prefetchQuery(queries.patients.getOne.queryOptions(anaInput));
  await queryClient.prefetchQuery(queries.patients.getMedicalHistory.queryOptions(anaInput));
  expect(await openPage()).toBe(true);
});
