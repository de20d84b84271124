import type { ListedOrder, StudyDays } from '@simiente/contract/exam-orders/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse } from '../../../testing/wire.ts';
import { watchDownloads } from '../../list-exports/testing/downloads.ts';
import { daysFromNow, makeOrder } from '../testing/orders.ts';

const counts = {
  pedido: 41,
  descargado: 38,
  rechazada: 0,
  recibido: 9,
  validado: 215,
  overdue: 12,
};

/** The list with these orders; `requests` has the filters, order and page of each request. */
async function openOrders(
  orders: readonly ListedOrder[],
  {
    path = '/ordenes',
    answers = {},
    capabilities,
  }: { path?: string; answers?: Answers; capabilities?: Parameters<typeof openScreen>[2] } = {},
) {
  const requests: Record<string, string>[] = [];
  const opened = await openScreen(
    path,
    {
      'GET /v1/exam-orders/list': ({ query }) => {
        requests.push(Object.fromEntries(query));
        return {
          orders,
          laboratory: query.has('idLaboratory')
            ? { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' }
            : null,
          nextCursor: null,
          counts,
          total: orders.length,
          totalIsCapped: false,
        };
      },
      'GET /v1/exam/laboratories': () => ({
        laboratories: [{ idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' }],
      }),
      ...answers,
    },
    capabilities,
  );
  return { ...opened, requests };
}

const row = (name: RegExp) => screen.findByRole('row', { name });

test('E-10.500: each order has its state and deadline, with words for an overdue one', async () => {
  const study = { ...makeOrder().studies[0], state: 'recibido' } as ListedOrder['studies'][number];
  await openOrders([
    makeOrder({ dueAt: daysFromNow(4) }),
    makeOrder({
      idOrder: 'ord_2',
      folio: 'OE-000312',
      state: 'descargado',
      dueAt: daysFromNow(-3),
      exams: ['Seminograma', 'Perfil Hormonal'],
      studies: [study, { ...study, state: 'pedido' }],
    }),
    makeOrder({
      idOrder: 'ord_3',
      folio: 'OE-000311',
      state: 'recibido',
      dueAt: null,
      receivedAt: '2026-01-19T16:00:00.000Z',
    }),
    makeOrder({
      idOrder: 'ord_4',
      folio: 'OE-000310',
      state: 'validado',
      dueAt: null,
      receivedAt: '2026-01-19T16:00:00.000Z',
      validatedAt: '2026-01-20T16:00:00.000Z',
    }),
  ]);
  const requests = await row(/^OE-000318/);
  expect(requests.textContent).toMatch(/Alejandro Villaseñor Rojas.*Laboratorio Piedra de Río/);
  expect(requests.textContent).toMatch(/Sucursal Centenario.*Vence en 4 días.*Pedido$/);
  expect(within(requests).getByRole('link').getAttribute('href')).toBe('/pacientes/usr_ana#ord_1');
  const overdue = (await row(/^OE-000312/)).textContent;
  expect(overdue).toMatch(/Seminograma, Perfil Hormonal.*1 de 2 recibidos/);
  expect(overdue).toMatch(/Vencida hace 3 días.*Descargado$/);
  expect((await row(/^OE-000311/)).textContent).toMatch(/Recibido 19 ene 2026.*Recibido$/);
  expect((await row(/^OE-000310/)).textContent).toMatch(/Validado 20 ene 2026.*Validado$/);
  expect(await screen.findByText('4 órdenes, 12 vencidas')).toBeTruthy();
});

test('E-10.501: state, overdue, study, laboratory and order are in the URL, and the searched text is not', async () => {
  const { user, address, requests } = await openOrders([makeOrder()]);
  await user.click(await screen.findByRole('button', { name: 'Descargado 38' }));
  await user.click(await screen.findByRole('button', { name: 'Vencidas 12' }));
  await user.click(await screen.findByRole('combobox', { name: 'Estudio' }));
  await user.click(await screen.findByRole('option', { name: 'perfil tiroideo' }));
  await user.click(await screen.findByRole('combobox', { name: 'Laboratorio' }));
  await user.click(await screen.findByRole('option', { name: 'Laboratorio Piedra de Río' }));
  await user.click(await screen.findByRole('button', { name: 'Plazo' }));
  await waitFor(() =>
    expect(address()).toBe(
      '/ordenes?estado=descargado&vencidas=true&estudio=perfil_tiroideo&laboratorio=par_rio&orden=dueAt',
    ),
  );
  await user.type(
    await screen.findByRole('searchbox', { name: 'Buscar folio o paciente' }),
    'oe318',
  );
  const filters = {
    sort: 'dueAt',
    state: 'descargado',
    overdue: 'true',
    idLaboratory: 'par_rio',
    examType: 'perfil_tiroideo',
  };
  await waitFor(() => expect(requests.at(-1)).toEqual({ ...filters, search: 'oe318' }));
  expect(address()).not.toContain('oe318');
  expect(await screen.findByText('1 resultado')).toBeTruthy();
});

test('E-10.501: the period of creation is in the URL, and its button clears it', async () => {
  const { user, address, requests } = await openOrders([makeOrder()]);
  await user.click(await screen.findByRole('button', { name: 'Periodo' }));
  await user.type(await screen.findByRole('textbox', { name: 'Solicitadas desde' }), '01/03/2024');
  await user.type(await screen.findByRole('textbox', { name: 'Hasta' }), '31/03/2024');
  await user.tab();
  await waitFor(() => expect(address()).toBe('/ordenes?desde=2024-03-01&hasta=2024-03-31'));
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ from: '2024-03-01', to: '2024-03-31' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Periodo', pressed: true }));
  await waitFor(() => expect(address()).toBe('/ordenes'));
  expect(screen.queryByRole('textbox', { name: 'Hasta' })).toBeNull();
});

test('E-10.501: the export has the rows of the filters on the screen', async () => {
  const requests: unknown[] = [];
  const fetched = watchDownloads();
  const { user } = await openOrders([makeOrder()], {
    path: '/ordenes?vencidas=true',
    answers: {
      'POST /v1/exports': ({ body }) => {
        requests.push(body);
        return { idExport: 'xpt_1' };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Exportar 1 orden' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(fetched).toEqual(['/v1/exports/xpt_1']));
  expect(requests).toEqual([{ list: 'orders', filters: { sort: '-createDate', overdue: true } }]);
});

test('E-10.500: a page without orders links to their creation, and a page without matches clears the filters', async () => {
  const { user, address } = await openOrders([], { path: '/ordenes?estado=recibido' });
  await screen.findByText('No hay datos disponibles');
  await user.click(await screen.findByRole('button', { name: 'Limpiar filtros' }));
  await screen.findByText('Las órdenes se crean en la página de cada paciente.');
  expect(address()).toBe('/ordenes');
});

test('E-10.500: a list that fails to load shows an error and can be retried', async () => {
  let isDown = true;
  const { user } = await openOrders([], {
    answers: {
      'GET /v1/exam-orders/list': () =>
        isDown
          ? errorResponse('UNAVAILABLE')
          : {
              orders: [makeOrder()],
              laboratory: null,
              nextCursor: null,
              counts,
              total: 1,
              totalIsCapped: false,
            },
    },
  });
  await screen.findByText('No se pudieron cargar las órdenes');
  isDown = false;
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await row(/^OE-000318/);
});

const week = (examType: string): StudyDays => ({ examType, days: 7 });

test('E-10.502: an account with the capability sets the days of a study, and only changed studies are sent', async () => {
  const sent: unknown[] = [];
  let studies = [week('Seminograma'), week('Hormonal'), week('Cultivo v. 2')];
  const { user } = await openOrders([makeOrder()], {
    answers: {
      'GET /v1/exam-orders/days': () => ({ studies }),
      'POST /v1/exam-orders/set-days': ({ body }) => {
        const { examType, days } = body as StudyDays;
        sent.push(body);
        studies = studies.map((one) => (one.examType === examType ? { ...one, days } : one));
        return { studies };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Plazos' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plazo por estudio' }));
  const write = async (study: string, days: string) => {
    const field = dialog.getByRole('spinbutton', { name: study });
    await user.clear(field);
    await user.type(field, days);
  };
  await write('Hormonal', '0');
  await write('Cultivo v. 2', '28');
  await user.click(await dialog.findByRole('button', { name: 'Guardar cambios' }));
  await dialog.findByText('Escribe de 1 a 365 días.');
  expect(sent).toEqual([]);
  await write('Hormonal', '10');
  await waitFor(() =>
    expect(
      dialog.getByRole('button', { name: 'Guardar cambios' }).hasAttribute('data-locked'),
    ).toBe(false),
  );
  await user.click(await dialog.findByRole('button', { name: 'Guardar cambios' }));
  await screen.findByText('Plazos guardados');
  expect(sent).toEqual([
    { examType: 'Hormonal', days: 10 },
    { examType: 'Cultivo v. 2', days: 28 },
  ]);
});

test('E-10.503: the page is at the end of the menu with the overdue count, and an account that only reads cannot change anything', async () => {
  const attention = (overdueOrders: number) => ({
    'GET /v1/result/attention': () => ({
      overdueOrders,
      critical: 0,
      criticalReceived: 0,
      rejectedOrders: 0,
      toValidate: null,
      received: null,
      failedMessages: null,
    }),
  });
  await openOrders([makeOrder()], {
    answers: attention(12),
    capabilities: ['patients.read', 'orders.read'],
  });
  const entry = await screen.findByRole('link', { name: 'Órdenes, 12 vencidas' });
  expect(entry.getAttribute('aria-current')).toBe('page');
  const sections = screen.getByRole('navigation', { name: 'Secciones' });
  expect(within(sections).getAllByRole('link')).toHaveLength(4);
  await row(/^OE-000318/);
  expect(screen.queryByRole('button', { name: 'Plazos' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Exportar/ })).toBeNull();
});

test('E-10.503: an account that may not list orders has neither the page nor its menu entry', async () => {
  await openScreen('/ordenes', {}, ['patients.read']);
  await screen.findByText('Tu cuenta no tiene permiso para ver esta página');
  expect(screen.queryByRole('link', { name: /Órdenes/ })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
