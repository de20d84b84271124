import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signIn, signInWith } from '../../testing/session.ts';
import { answerRequests } from '../../testing/wire.ts';
import { OrderList } from './OrderList.tsx';
import { daysFromNow, makeOrder } from './testing/orders.ts';

afterEach(() => queryClient.clear());

test('E-10.504: shows state and deadline of each order, and marks the order in the URL and scrolls to it', async () => {
  const overdue = makeOrder({ folio: 'OE-000312', dueAt: daysFromNow(-1), state: 'descargado' });
  const received = makeOrder({
    idOrder: 'ord_2',
    folio: 'OE-000311',
    state: 'validado',
    dueAt: null,
    validatedAt: '2026-01-19T16:00:00.000Z',
  });
  answerRequests({
    'GET /v1/exam-orders': () => ({
      orders: [overdue, received].map(({ patient: _, ...order }) => order),
    }),
  });
  signIn();
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  renderRouted(<OrderList patient={overdue.patient} />, { path: '/#ord_1' });
  const rows = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^OE-000312.*Descargado Vencida ayer/),
    expect.stringMatching(/^OE-000311.*Validado Validado 19 ene 2026/),
  ]);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(shown).toEqual([rows[0]]);
});

test('H-A4, E-10.767: a rejected order shows the reason, and is requested again with one click', async () => {
  const [study] = makeOrder().studies;
  if (study === undefined) throw new Error('makeOrder returned an order without a study');
  const server = {
    order: makeOrder({
      state: 'rechazada',
      studies: [{ ...study, state: 'rechazada', rejection: 'Muestra hemolizada' }],
    }),
  };
  const withoutPatient = () => {
    const { patient: _, ...order } = server.order;
    return order;
  };
  answerRequests({
    'GET /v1/exam-orders': () => ({ orders: [withoutPatient()] }),
    'POST /v1/exam-orders/request-again': () => {
      server.order = makeOrder();
      return { order: withoutPatient() };
    },
  });
  signIn();
  const user = userEvent.setup();
  renderRouted(
    <main>
      <OrderList patient={server.order.patient} />
    </main>,
  );
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('El laboratorio rechazó Seminograma: Muestra hemolizada');
  expect(row.textContent).toContain('Rechazada');
  await user.click(await within(row).findByRole('button', { name: 'Volver a pedir: OE-000318' }));
  await screen.findByText('Pedido');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test.each([
  ['orders.create', true],
  ['orders.read', false],
] as const)(
  'E-10.704: an account with %s is advised to create an order: %s',
  async (capability, isExplained) => {
    answerRequests({ 'GET /v1/exam-orders': () => ({ orders: [] }) });
    signInWith(capability);
    renderRouted(<OrderList patient={makeOrder().patient} />);
    await screen.findByText('Todavía no hay órdenes de examen.');
    expect(screen.queryByText(/^Crea una orden/) !== null).toBe(isExplained);
  },
);
