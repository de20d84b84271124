import type { Partner } from '@simiente/contract/partners/calls';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { type Answers, errorResponse, networkError } from '../../testing/wire.ts';
import { makePartner } from './testing/partners.ts';

const aurora = makePartner({ idPartner: 'aurora', name: 'Clínica Aurora', branches: 11 });

const makeList = (partners: Partner[]) => () => ({
  partners,
  countries: 1,
  nextCursor: null,
  total: partners.length,
  totalIsCapped: false,
});
const server: Answers = { 'GET /v1/partner/list': makeList([aurora]) };

test('S-26: the list has its title and columns, and a partner without a known type', async () => {
  await openScreen('/partners', {
    'GET /v1/partner/list': makeList([aurora, makePartner({ name: 'Farmacias', type: 'Otro' })]),
  });
  await screen.findByRole('row', { name: /Farmacias/ });
  expect(screen.getByText('2 partners en 1 país')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Socios Comerciales');
  expect(document.title).toBe('Socios Comerciales · Simiente');
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns.filter(Boolean)).toEqual(['Partner', 'Ubicaciones', 'País', 'Tipo']);
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/Clínica Aurora.*11.*México.*Laboratorio/);
  expect(second).toMatch(/Farmacias.*0.*México.*Sin tipo/);
});

test('E-2.111: the fixed button links to the form of a new partner', async () => {
  const { user, address } = await openScreen('/partners', server);
  await screen.findByText('1 partner en 1 país');
  const create = screen.getByRole('link', { name: 'Crear partner' });
  expect(create.closest('[data-fixed-action]')).toBeTruthy();
  await user.click(create);
  await waitFor(() => expect(address()).toBe('/partners/create-partner'));
});

test('C11, E-2.111: an empty list has the button once', async () => {
  await openScreen('/partners', { 'GET /v1/partner/list': makeList([]) });
  await screen.findByText('No data available');
  expect(screen.getAllByRole('link', { name: 'Crear partner' })).toHaveLength(1);
});

test('E-2.112, E-2.113, E-2.118: a row opens the page of its partner, with the name before the answer', async () => {
  const { user, address } = await openScreen('/partners', {
    ...server,
    'GET /v1/partner/get_one_partner': networkError,
    'GET /v1/partner/get-branches-by-partner': networkError,
  });
  await user.click(await screen.findByRole('row', { name: /Clínica Aurora/ }));
  await waitFor(() => expect(address()).toBe('/partner/aurora'));
  await screen.findByRole('heading', { level: 1, name: 'Sucursales de Clínica Aurora' });
});

test('E-8.11: a list that fails to load shows an error, and Reintentar loads it', async () => {
  let isFailing = true;
  const { user } = await openScreen('/partners', {
    'GET /v1/partner/list': () => (isFailing ? errorResponse('INTERNAL') : makeList([aurora])()),
  });
  await screen.findByText('Error al obtener los socios comerciales');
  isFailing = false;
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await screen.findByRole('row', { name: /Clínica Aurora/ });
});

test('C3, E-10.1003: the page of a row shows its partner even if its call fails', async () => {
  const { user } = await openScreen('/partners', {
    ...server,
    'GET /v1/partner/get_one_partner': () => errorResponse('INTERNAL'),
    'GET /v1/partner/get-branches-by-partner': () => ({
      branches: [],
      lastBranch: null,
      nextCursor: null,
      total: 0,
      totalIsCapped: false,
    }),
  });
  await user.click(await screen.findByRole('row', { name: /Clínica Aurora/ }));
  await screen.findByText(/Aquí aparecerán las sucursales/);
  await screen.findByRole('heading', { level: 1, name: 'Sucursales de Clínica Aurora' });
  expect(screen.queryByText('Error al obtener los socios comerciales')).toBeNull();
});

test('C4, E-10.1004: branches are requested as specified, without other input', async () => {
  const answer = {
    branches: [],
    lastBranch: null,
    nextCursor: null,
    total: 0,
    totalIsCapped: false,
  };
  const { user } = await openScreen('/partners', {
    ...server,
    'GET /v1/partner/get_one_partner': () => ({ partner: aurora }),
    'GET /v1/partner/get-branches-by-partner': () => answer,
  });
  const sent = vi.spyOn(globalThis, 'fetch');
  await user.click(await screen.findByRole('row', { name: /Clínica Aurora/ }));
  await screen.findByText(/Aquí aparecerán las sucursales/);
  const urls = sent.mock.calls.map(([request]) => new URL((request as Request).url));
  const branches = urls.find(({ pathname }) => pathname.includes('get-branches'));
  expect(branches?.pathname).toBe('/v1/partner/get-branches-by-partner/');
  expect(Object.fromEntries(branches?.searchParams ?? [])).toEqual({
    idPartner: 'aurora',
    lastBranch: '',
    limit: '10',
  });
});
