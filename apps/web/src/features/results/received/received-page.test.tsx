import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePatientSummary } from '../../../testing/patients.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse, networkError } from '../../../testing/wire.ts';

function makeReceived(fields: Partial<ReceivedResult> = {}): ReceivedResult {
  return {
    idReceived: 'rcv_1',
    state: 'waiting',
    source: 'csv',
    laboratory: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
    examType: 'Seminograma',
    reason: 'patient-differs',
    evidence: {
      patient: 'usr_luis',
      name: 'LUIS VERA',
      birthDate: '1988-04-02',
      folio: null,
      where: 'octubre.csv, línea 4',
    },
    collectedAt: '2026-10-12T14:40:00.000Z',
    collectedTimeKnown: true,
    receivedAt: '2026-10-13T16:00:00.000Z',
    critical: [],
    values: [
      {
        analyte: 'volume',
        name: null,
        comparator: '<',
        value: '2.1',
        unit: 'mL',
        text: null,
        choice: null,
        range: '1.5 a 6.0',
        laboratoryFlag: null,
        preliminary: false,
        note: null,
      },
    ],
    against: null,
    patient: null,
    idResultSet: null,
    version: 1,
    ...fields,
  };
}

const luis: ReceivedCandidate = {
  idUser: 'usr_luis',
  name: 'Luis Vera',
  birthDate: '1990-04-02',
  sameId: true,
  sameFolio: false,
  sameName: true,
  sameBirthDate: false,
};

/** A server with these results, by state. */
async function openReceived(
  held: ReceivedResult[],
  { path = '/resultados-recibidos', answers = {} }: { path?: string; answers?: Answers } = {},
) {
  const server = { held };
  const sent: unknown[] = [];
  const moveTo = (state: ReceivedResult['state']) => (body: unknown) => {
    sent.push(body);
    const { idReceived } = body as { idReceived: string };
    server.held = server.held.map((one) =>
      one.idReceived === idReceived ? { ...one, state, version: one.version + 1 } : one,
    );
    return { received: server.held.find((one) => one.idReceived === idReceived) };
  };
  const opened = await openScreen(path, {
    'GET /v1/result/received': ({ query }) => {
      const received = server.held.filter(({ state }) => state === query.get('state'));
      return { received, total: received.length, totalIsCapped: false, nextCursor: null };
    },
    'GET /v1/result/received-candidates': () => ({ patients: [luis] }),
    'POST /v1/result/assign-received': ({ body }) => moveTo('assigned')(body),
    'POST /v1/result/discard-received': ({ body }) => moveTo('discarded')(body),
    'POST /v1/result/restore-received': ({ body }) => moveTo('waiting')(body),
    ...answers,
  });
  return { ...opened, server, sent };
}

const OPENER = { name: 'Revisar Seminograma de LUIS VERA' };

async function review({ user }: Pick<Awaited<ReturnType<typeof openReceived>>, 'user'>) {
  await user.click(await screen.findByRole('button', OPENER));
  return within(await screen.findByRole('dialog', { name: 'Resultado recibido' }));
}

/** Finds a button of the dialog, and waits until its lock is over. */
async function findUnlocked(dialog: ReturnType<typeof within>, name: string) {
  const button = await dialog.findByRole('button', { name });
  await waitFor(() => expect(button.hasAttribute('data-locked')).toBe(false));
  return button;
}

test('E-10.540: each result shows the laboratory’s text, why it waits and its arrival', async () => {
  await openReceived([makeReceived()]);
  const row = await screen.findByRole('row', { name: /LUIS VERA/ });
  expect(row.textContent).toMatch(/Seminograma.*El nombre, la fecha de nacimiento, el sexo/);
  expect(row.textContent).toMatch(/Laboratorio Piedra de Río.*12 oct 2026.*13 oct 2026.*CSV/);
  expect(screen.getByText('1 resultado por asignar')).toBeTruthy();
});

test('E-10.541: evidence and values are shown beside the candidates, and each field that agrees or differs', async () => {
  const dialog = await review(await openReceived([makeReceived()]));
  const evidence = dialog.getByText('Según el laboratorio').parentElement?.textContent;
  expect(evidence).toMatch(/Identificadorusr_luis.*LUIS VERA.*1988-04-02.*FolioNo se indica/);
  expect(evidence).toMatch(/octubre\.csv, línea 4/);
  expect(dialog.getByRole('row', { name: /Volumen/ }).textContent).toMatch(/< 2\.1 mL1\.5 a 6\.0/);
  const option = await dialog.findByRole('option');
  expect(option.textContent).toMatch(
    /Luis Vera.*Mismo identificador.*Mismo nombre.*Otra fecha de nacimiento/,
  );
  // A missing folio must not count as agreeing.
  expect(option.textContent).not.toMatch(/folio/);
});

test('E-10.541: a date of birth that the record lacks neither agrees nor differs', async () => {
  const dialog = await review(
    await openReceived([makeReceived()], {
      answers: {
        'GET /v1/result/received-candidates': () => ({ patients: [{ ...luis, birthDate: null }] }),
      },
    }),
  );
  const missingBirthDate = await dialog.findByText('Sin fecha de nacimiento en el expediente');
  expect(missingBirthDate.dataset.tone).toBe('neutral');
});

test.each([
  ['Luis Vera Núñez', 'Nombre parecido', 'neutral'],
  ['Vera, Luis', 'Nombre parecido', 'neutral'],
  ['Luis Prado', 'Otro nombre', 'red'],
])('E-10.4083: LUIS VERA beside %s is %s', async (name, words, tone) => {
  const candidate = { ...luis, name, sameName: false };
  const answers = { 'GET /v1/result/received-candidates': () => ({ patients: [candidate] }) };
  const dialog = await review(await openReceived([makeReceived()], { answers }));
  expect((await dialog.findByText(words)).dataset.tone).toBe(tone);
});

test('E-10.541: a searched patient is compared with the evidence before the result is assigned', async () => {
  const zoe = { ...luis, idUser: 'usr_zoe', name: 'Zoe Ruiz', sameId: false, sameName: false };
  const opened = await openReceived([makeReceived()], {
    answers: {
      'GET /v1/user/list': () => ({
        userData: [makePatientSummary({ idUser: 'usr_zoe', name: 'Zoe Ruiz' })],
        nextCursor: null,
        counts: { 1: 1, 2: 0, 3: 0, 4: 0 },
        countsAreCapped: false,
        total: 1,
        totalIsCapped: false,
      }),
      'GET /v1/result/received-candidates': ({ query }) => ({
        patients: query.get('idUser') === 'usr_zoe' ? [zoe] : [luis],
      }),
    },
  });
  const dialog = await review(opened);
  await opened.user.type(await dialog.findByRole('combobox', { name: 'Paciente' }), 'Zoe');
  await opened.user.click(await dialog.findByRole('option', { name: /^Zoe Ruiz/ }));
  const found = await dialog.findByText('Otro identificador');
  expect(found.closest('[role=status]')?.textContent).toBe(
    'Zoe Ruiz Otro identificadorOtro nombreOtra fecha de nacimiento',
  );
});

test('E-10.542: an assigned result moves from the list to the record, and the focus to the next row', async () => {
  const other = makeReceived({
    idReceived: 'rcv_2',
    evidence: { patient: null, name: 'Zoe Ruiz', birthDate: null, folio: '12', where: null },
  });
  const opened = await openReceived([makeReceived(), other], {
    answers: { 'GET /v1/result/of-patient': () => ({ sets: [] }) },
  });
  const dialog = await review(opened);
  const assign = await findUnlocked(dialog, 'Asignar');
  expect(assign.getAttribute('aria-disabled')).toBe('true');
  await opened.user.click(await dialog.findByRole('option'));
  await opened.user.click(await findUnlocked(dialog, 'Asignar'));
  await screen.findByText('Resultado asignado a Luis Vera');
  expect(opened.sent).toEqual([{ idReceived: 'rcv_1', version: 1, idUser: 'usr_luis' }]);
  const next = await screen.findByRole('button', { name: 'Revisar Seminograma de Zoe Ruiz' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(screen.queryByRole('button', OPENER)).toBeNull();
  expect(screen.getByRole('button', { name: 'Ver resultados' })).toBeTruthy();
});

test('E-10.543: a discarded result is restored by Deshacer, or from the discarded ones', async () => {
  const opened = await openReceived([makeReceived()]);
  const { user, address } = opened;
  await user.click(await findUnlocked(await review(opened), 'Descartar'));
  await screen.findByText('Resultado descartado');
  await screen.findByText('No data available');
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await screen.findByText('El resultado quedó pendiente otra vez');
  await user.click(await findUnlocked(await review(opened), 'Descartar'));
  await screen.findByText('No data available');

  await user.click(await screen.findByRole('button', { name: 'Descartados' }));
  expect(address()).toBe('/resultados-recibidos?estado=descartados');
  await screen.findByText('1 resultado descartado');
  await user.click(await findUnlocked(await review(opened), 'Recuperar'));
  await screen.findByText('No data available');
  await user.click(await screen.findByRole('button', { name: 'Pendientes' }));
  await screen.findByRole('button', OPENER);
  expect(address()).toBe('/resultados-recibidos');
});

test('E-10.544: a result that another account assigned has a notice, and leaves the list', async () => {
  const opened = await openReceived([makeReceived()], {
    answers: {
      'POST /v1/result/assign-received': () => {
        opened.server.held = [];
        return errorResponse('RECEIVED_DONE');
      },
    },
  });
  const dialog = await review(opened);
  await opened.user.click(await dialog.findByRole('option'));
  await opened.user.click(await findUnlocked(dialog, 'Asignar'));
  await dialog.findByText('Otra persona ya asignó o descartó este resultado.');
  await opened.user.click(await findUnlocked(dialog, 'Cancelar'));
  await screen.findByText('No data available');
});

test('E-10.544: a changed result is shown and assigned in its current state', async () => {
  const now = makeReceived({ version: 3, reason: 'unknown-folio' });
  const versions: unknown[] = [];
  const opened = await openReceived([makeReceived()], {
    answers: {
      'POST /v1/result/assign-received': ({ body }) => {
        versions.push((body as { version: number }).version);
        if (versions.length === 1)
          return errorResponse('STALE_VERSION', { details: { current: now } });
        opened.server.held = [];
        return { received: { ...now, state: 'assigned' } };
      },
    },
  });
  const dialog = await review(opened);
  await opened.user.click(await dialog.findByRole('option'));
  await opened.user.click(await findUnlocked(dialog, 'Asignar'));
  await dialog.findByText(/El resultado cambió mientras lo revisabas/);
  await dialog.findByText('Ninguna orden tiene ese folio.');
  await opened.user.click(await findUnlocked(dialog, 'Asignar'));
  await screen.findByText('Resultado asignado a Luis Vera');
  expect(versions).toEqual([1, 3]);
});

test('E-10.544: nothing is lost without a network, and a failed list is retried', async () => {
  let isFailing = true;
  const page = { totalIsCapped: false, nextCursor: null };
  const opened = await openReceived([makeReceived()], {
    answers: {
      'GET /v1/result/received': () =>
        isFailing ? errorResponse('INTERNAL') : { received: [makeReceived()], total: 1, ...page },
      'POST /v1/result/discard-received': networkError,
    },
  });
  await screen.findByText('No se pudieron cargar los resultados recibidos');
  isFailing = false;
  await opened.user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  const dialog = await review(opened);
  await opened.user.click(await findUnlocked(dialog, 'Descartar'));
  await dialog.findByText(/Sin conexión con el servidor/);
  expect(dialog.getByText('octubre.csv, línea 4')).toBeTruthy();
});

test('E-10.546: the page is at the end of the menu with the waiting count, only for accounts that may receive results', async () => {
  const attention = {
    'GET /v1/result/attention': () => ({
      overdueOrders: 0,
      critical: 0,
      criticalReceived: 0,
      rejectedOrders: 0,
      toValidate: null,
      received: 3,
      failedMessages: 2,
    }),
  };
  await openReceived([makeReceived()], { answers: attention });
  const notice = await screen.findByRole('link', { name: '2 mensajes sin procesar' });
  expect(notice.getAttribute('href')).toBe('/mensajes-sin-procesar');
  const entry = await screen.findByRole('link', { name: 'Resultados recibidos, 5 por atender' });
  expect(entry.getAttribute('aria-current')).toBe('page');
});

test('E-10.546: an account that may not receive results has neither the page nor its menu entry', async () => {
  await openScreen('/resultados-recibidos', {}, ['patients.read', 'orders.read']);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link', { name: /Resultados recibidos/ })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

test('E-10.4112: a correction with another study is assigned as another sample', async () => {
  const patient = { idUser: 'usr_luis', name: 'Luis Vera' };
  const against = { idResultSet: 'res_1', patient, values: [] };
  const opened = await openReceived([makeReceived({ reason: 'unclear-correction', against })]);
  const dialog = await review(opened);
  dialog.getByRole('heading', { name: 'En el expediente de Luis Vera' });
  expect(dialog.queryByRole('button', { name: 'Usar los datos del laboratorio' })).toBeNull();
  await opened.user.click(await dialog.findByRole('option', { name: /Luis Vera/ }));
  await opened.user.click(await findUnlocked(dialog, 'Asignar'));
  await waitFor(() =>
    expect(opened.sent).toEqual([{ idReceived: 'rcv_1', version: 1, idUser: 'usr_luis' }]),
  );
});

test('H-A14, H-A15, E-10.763: a value beside the record is taken over, kept separately or left out', async () => {
  const { user, sent } = await openReceived([
    makeReceived({
      reason: 'corrected-here',
      against: {
        idResultSet: 'res_1',
        patient: { idUser: 'usr_luis', name: 'Luis Vera' },
        values: [
          {
            analyte: 'volume',
            name: null,
            comparator: null,
            value: '1.9',
            unit: 'mL',
            text: null,
            choice: null,
            range: null,
          },
        ],
      },
    }),
  ]);
  await user.click(await screen.findByRole('button', OPENER));
  const dialog = await screen.findByRole('dialog', { name: 'Resultado recibido' });
  within(dialog).getByRole('heading', { name: 'En el expediente de Luis Vera' });
  expect(within(dialog).queryByRole('button', { name: 'Es otra muestra' })).toBeNull();
  await user.click(
    await within(dialog).findByRole('button', { name: 'Usar los datos del laboratorio' }),
  );
  await waitFor(() =>
    expect(sent).toEqual([
      { idReceived: 'rcv_1', version: 1, idUser: 'usr_luis', idResultSet: 'res_1' },
    ]),
  );
});
