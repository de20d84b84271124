import type { QueuedReport } from '@simiente/contract/reports/calls';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import type { Answers } from '../../../testing/wire.ts';

const makeQueued = (fields: Partial<QueuedReport> = {}): QueuedReport => ({
  idReport: 'rep_1',
  patient: { idUser: 'usr_ale', name: 'Alejandro Villaseñor Rojas' },
  kind: 'exam_ai',
  idVersion: 'rev_3',
  number: 3,
  work: 'draft',
  source: 'ia',
  model: null,
  arrivedAt: '2026-10-24T15:05:00.000Z',
  differing: 0,
  unknown: 0,
  treatments: 0,
  values: 0,
  basisChangedAt: null,
  reviewer: null,
  ...fields,
});

const statistics: Answers = {
  'GET /v1/reports/statistics': () => ({
    signed: 48,
    unedited: 12,
    signers: [{ idAccount: 'acc_1', name: 'Regina Núñez Ocampo', signed: 30, unedited: 12 }],
  }),
};

const open = (
  reports: readonly QueuedReport[],
  { path = '/por-firmar', may = ['reports.review'] as Parameters<typeof openScreen>[2] } = {},
) => {
  const requests: string[] = [];
  const answers: Answers = {
    'GET /v1/reports/queue': ({ query }) => {
      requests.push([query.get('kind') ?? 'all', query.get('warnings') ?? []].flat().join(' '));
      return { reports, nextCursor: null, total: reports.length, totalIsCapped: false };
    },
    ...statistics,
  };
  return openScreen(path, answers, may).then((opened) => ({ ...opened, requests }));
};

test('E-10.680: each waiting report shows patient, origin, obstacles and reviewer, and links to its review', async () => {
  await open([
    makeQueued({ differing: 1, unknown: 2, model: 'clinical-7' }),
    makeQueued({
      idReport: 'rep_3',
      patient: { idUser: 'usr_3', name: 'Tomás Luna' },
      work: 'correction',
      source: null,
    }),
    makeQueued({
      idReport: 'rep_2',
      patient: { idUser: 'usr_2', name: 'José Ayala' },
      kind: 'first_medical',
      source: 'reglas',
      reviewer: { idAccount: 'acc_1', name: 'Regina Núñez Ocampo' },
    }),
  ]);
  await screen.findByText('3 informes, el más antiguo primero');
  const first = await screen.findByRole('row', { name: /Alejandro/ });
  expect(first.textContent).toMatch(
    /Actualidad · Versión 3.*IA, clinical-7.*24 oct 2026.*1 no coincide2 sin verificar.*—$/,
  );
  expect(within(first).getByRole('link').getAttribute('href')).toBe(
    '/pacientes/usr_ale/actuality?lectura=revisar',
  );
  const corrected = screen.getByRole('row', { name: /Tomás Luna/ });
  expect(corrected.textContent).toMatch(
    /Actualidad · Corrección de la versión 3.*Informe firmado.*Sin avisos/,
  );
  const second = screen.getByRole('row', { name: /José Ayala/ });
  expect(second.textContent).toMatch(
    /Test de Fertilidad · Versión 3.*Automático.*Sin avisos.*Regina Núñez Ocampo$/,
  );
  expect(within(second).getByRole('link').getAttribute('href')).toBe(
    '/pacientes/usr_2/fertility-test?lectura=revisar',
  );
});

test('E-10.681, E-10.684: the filters by kind and warnings are in the request and in the URL', async () => {
  const { user, address, requests } = await open([makeQueued()]);
  await user.click(await screen.findByRole('button', { name: 'Test de Fertilidad' }));
  await screen.findByRole('button', { name: 'Test de Fertilidad', pressed: true });
  expect(address()).toBe('/por-firmar?informe=first_medical');
  expect(requests).toContain('first_medical');
  await user.click(await screen.findByRole('button', { name: 'Con avisos' }));
  await screen.findByRole('button', { name: 'Con avisos', pressed: true });
  expect(address()).toBe('/por-firmar?informe=first_medical&avisos=con');
  expect(requests).toContain('first_medical open');
  await user.click(await screen.findByRole('button', { name: 'Todos' }));
  await screen.findByRole('button', { name: 'Todos', pressed: true });
  expect(address()).toBe('/por-firmar');
});

test('E-10.684: a page without matching rows loads the next page automatically', async () => {
  const cursors: (string | null)[] = [];
  await openScreen(
    '/por-firmar?avisos=sin',
    {
      'GET /v1/reports/queue': ({ query }) => {
        const cursor = query.get('cursor');
        cursors.push(cursor);
        const isLast = cursor === 'second';
        const reports = isLast ? [makeQueued(), makeQueued({ idReport: 'rep_2' })] : [];
        const nextCursor = cursor === null ? 'first' : isLast ? null : 'second';
        return { reports, nextCursor, total: 0, totalIsCapped: true };
      },
      ...statistics,
    },
    ['reports.review', 'reports.sign'],
  );
  await screen.findAllByRole('row', { name: /Alejandro/ });
  expect(cursors).toEqual([null, 'first', 'second']);
  expect(screen.getByText('2+ informes, el más antiguo primero')).toBeTruthy();
});

test('E-10.680: the page has a notice when nothing waits for a signature', async () => {
  await open([]);
  await screen.findByText(
    /^Aquí aparecen los borradores y las correcciones que un médico debe firmar, y los informes firmados/,
  );
  expect(screen.queryByText('Firmados sin cambios')).toBeNull();
});

test('E-10.682: R6: administración sees the number signed without any edit, and no queue', async () => {
  const { requests } = await open([makeQueued()], { may: ['patients.read', 'reports.statistics'] });
  const card = await screen.findByRole('region', { name: 'Firmados sin cambios' });
  expect(await within(card).findByText('12 de 48 informes firmados')).toBeTruthy();
  expect(within(card).getByRole('row', { name: /Regina/ }).textContent).toMatch(
    /Ocampo\s*301240\.0\s%$/,
  );
  expect(requests).toEqual([]);
  expect(screen.getByRole('link', { name: /Por firmar/ })).toBeTruthy();
});

test('E-10.680: an account that neither reviews nor reads the statistics does not have the page', async () => {
  const { requests } = await open([makeQueued()], { may: ['patients.read', 'reports.read'] });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('link', { name: /Por firmar/ })).toBeNull();
  expect(requests).toEqual([]);
});
