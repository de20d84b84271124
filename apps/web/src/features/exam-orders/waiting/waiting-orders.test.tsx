import type { ListedOrder } from '@simiente/contract/exam-orders/calls';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { signIn, signInWith } from '../../../testing/session.ts';
import { answerRequests } from '../../../testing/wire.ts';
import { daysFromNow, makeOrder } from '../testing/orders.ts';
import { WaitingOrders } from './WaitingOrders.tsx';

afterEach(() => queryClient.clear());

const noCounts = { pedido: 0, descargado: 0, rechazada: 0, recibido: 0, validado: 215, overdue: 0 };

function answer(
  orders: readonly ListedOrder[],
  counts: typeof noCounts,
  toValidate: number | null,
) {
  const requests: Record<string, string>[] = [];
  answerRequests({
    'GET /v1/exam-orders/list': ({ query }) => {
      requests.push(Object.fromEntries(query));
      const page = { laboratory: null, nextCursor: null, totalIsCapped: false };
      return { orders, counts, total: orders.length, ...page };
    },
    'GET /v1/result/attention': () => ({
      overdueOrders: 0,
      critical: 0,
      criticalReceived: 0,
      rejectedOrders: 0,
      toValidate,
      received: null,
      failedMessages: null,
    }),
  });
  return requests;
}

const getHref = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('E-10.507: waiting orders are counted, each number with its list, and the most urgent one links to its order', async () => {
  const closed = makeOrder({
    idOrder: 'ord_2',
    folio: 'OE-000300',
    state: 'recibido',
    dueAt: null,
  });
  const queries = answer(
    [makeOrder({ dueAt: daysFromNow(-2) }), closed],
    { pedido: 41, descargado: 38, rechazada: 0, recibido: 9, validado: 215, overdue: 12 },
    7,
  );
  signIn();
  renderRouted(<WaitingOrders />);
  await screen.findByText('79 órdenes sin resultado');
  expect(queries).toEqual([{ sort: 'dueAt', limit: '5' }]);
  await screen.findByText('Resultados por validar');
  expect(getHref(/^Vencidas 12/)).toBe('/ordenes?vencidas=true');
  expect(getHref(/^Descargado 38/)).toBe('/ordenes?estado=descargado');
  expect(getHref(/^Recibido 9/)).toBe('/ordenes?estado=recibido');
  expect(getHref(/^Resultados por validar 7/)).toBe('/home/resultados');
  expect(getHref(/^Ver órdenes/)).toBe('/ordenes?orden=dueAt');
  const rows = within(screen.getByRole('list', { name: 'Las que vencen primero' }));
  expect(rows.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Alejandro Villaseñor Rojas OE-000318.*Vencida hace 2 días Pedido$/),
  ]);
  expect(rows.getByRole('link').getAttribute('href')).toBe('/pacientes/usr_ana#ord_1');
});

test('E-10.507: the card of waiting orders has a notice when empty', async () => {
  answer([], noCounts, null);
  signIn();
  renderRouted(<WaitingOrders />);
  await screen.findByText('No hay resultados pendientes.');
});

test('E-10.507: an account that may not list orders does not have the card', () => {
  answerRequests({});
  signInWith('patients.read');
  renderRouted(<WaitingOrders />);
  expect(screen.queryByText('Resultados pendientes')).toBeNull();
});
