import type { Prospect } from '@simiente/contract/prospects/calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse } from '../../../testing/wire.ts';

const dora: Prospect = {
  idProspect: 'prs_dora',
  name: 'Dora Paz',
  mail: 'dora@correo.mx',
  phone: null,
  motivo: null,
  status: 'contacted',
  notes: 'Llamar por la tarde',
  createDate: null,
  consent: null,
  patient: null,
  convertedAt: null,
  version: 1,
};

/** A list of prospects, also under the filter of a column. */
const makeList =
  (...prospects: readonly Prospect[]): Answers[string] =>
  ({ query }) => ({
    prospects: prospects.filter(({ status }) => [null, status].includes(query.get('status'))),
    nextCursor: null,
    counts: { pending: 0, contacted: 1, converted: 0, rejected: 0, none: 0 },
    countsAreCapped: false,
    total: 1,
    totalIsCapped: false,
  });
const listed = makeList(dora);

const VIEWS = ['/prospectos', '/prospectos?vista=tablero'];

test.each(VIEWS)(
  'E-8.19, E-8.20: %s that fails to load shows an error without a prospect, and Reintentar loads it',
  async (path) => {
    let isFailing = false;
    const { user } = await openScreen(path, {
      'GET /v1/prospects/list': (request) =>
        isFailing ? errorResponse('INTERNAL') : listed(request),
    });
    await screen.findByText('Dora Paz');
    isFailing = true;
    const search = screen.getByRole('searchbox', { name: 'Buscar prospecto' });
    fireEvent.change(search, { target: { value: 'paz' } });
    await screen.findByText('Error: Error al cargar los prospectos');
    expect(screen.queryByText('Dora Paz')).toBeNull();
    isFailing = false;
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Dora Paz');
    // Each column of the board requests its own prospects.
    await waitFor(() =>
      expect(screen.queryByText('Error: Error al cargar los prospectos')).toBeNull(),
    );
  },
);

test.each(VIEWS)(
  'E-2.139: Editar in %s opens the dialog of the prospect, which saves',
  async (path) => {
    const sent: unknown[] = [];
    const { user } = await openScreen(path, {
      'GET /v1/prospects/list': listed,
      'PUT /v1/prospects/update-status': ({ body }) => {
        sent.push(body);
        return { prospect: { ...dora, notes: 'Ya llamó', version: 2 } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Editar a Dora Paz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Editar Prospecto' });
    expect(within(dialog).getByText('Dora Paz')).toBeTruthy();
    const notes = within(dialog).getByRole('textbox', { name: 'Notas' });
    fireEvent.change(notes, { target: { value: 'Ya llamó' } });
    await user.click(await within(dialog).findByRole('button', { name: 'Guardar cambios' }));
    await screen.findByText('Cambios guardados');
    expect(sent).toEqual([
      { idProspect: 'prs_dora', version: 1, status: 'contacted', notas: 'Ya llamó' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

test.each([
  ['id', { id: 'prs_7' }, 'prospecto=prs_7'],
  ['name', {}, 'prospecto=nombre-'],
])('C5: a row without idProspect opens by its %s', async (_, key, search) => {
  const { idProspect: _id, ...row } = { ...dora, ...key };
  const page = { prospects: [row], nextCursor: null, total: 1, totalIsCapped: false };
  const counts = { pending: 0, contacted: 1, converted: 0, rejected: 0, none: 0 };
  const { user, address } = await openScreen('/prospectos', {
    'GET /v1/prospects/list': () =>
      Response.json({ status: 200, data: { ...page, counts, countsAreCapped: false } }),
    'GET /v1/prospects/get-one': () => Response.json({ status: 200, data: row }),
    'POST /v1/user/duplicates': () => ({ duplicates: [] }),
  });
  await user.click(await screen.findByText('Dora Paz'));
  await waitFor(() => expect(address()).toContain(search));
  await screen.findByRole('heading', { name: 'Detalles del Prospecto' });
  await screen.findByText('Llamar por la tarde');
});

test('E-10.204: moving a card to Convertido with the keyboard opens the conversion, and cancelling returns the card', async () => {
  const { user } = await openScreen('/prospectos?vista=tablero', {
    'GET /v1/prospects/list': listed,
    'POST /v1/user/duplicates': () => ({ duplicates: [] }),
  });
  const column = (name: string) =>
    screen.getByRole('heading', { level: 2, name }).closest('section');
  await screen.findByText('Dora Paz');
  (screen.getByText('Dora Paz').closest('li') as HTMLElement).focus();
  await user.keyboard('{ArrowRight}{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Convertir en paciente' });
  expect(within(form).getByLabelText(/^Nombre/)).toHaveProperty('value', 'Dora Paz');
  expect(column('Convertido')?.textContent).toContain('Dora Paz');
  await user.click(await within(form).findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(column('Contactado')?.textContent).toContain('Dora Paz'));
  expect(column('Convertido')?.textContent).toContain('Sin prospectos');
});

test('a key acts on the focused card while the arrow keys move another', async () => {
  const eva: Prospect = { ...dora, idProspect: 'prs_eva', name: 'Eva Ruiz', status: 'pending' };
  const moves: unknown[] = [];
  const { address } = await openScreen('/prospectos?vista=tablero', {
    'GET /v1/prospects/list': makeList(dora, eva),
    'GET /v1/prospects/get-one': () => eva,
    'POST /v1/user/duplicates': () => ({ duplicates: [] }),
    'PUT /v1/prospects/move': ({ body }) => {
      moves.push(body);
      return { prospect: { ...dora, status: 'pending', version: 2 } };
    },
  });
  await screen.findByText('Dora Paz');
  await screen.findByText('Eva Ruiz');
  // One right after the other, because a pause would save the move.
  const press = (name: string, key: string) =>
    fireEvent.keyDown(screen.getByText(name).closest('li') as HTMLElement, { key });
  press('Dora Paz', 'ArrowLeft');
  press('Eva Ruiz', 'Escape');
  expect(document.querySelector('[aria-live="assertive"]')?.textContent).toBe(
    'Dora Paz sigue en Contactado.',
  );
  press('Dora Paz', 'ArrowLeft');
  press('Eva Ruiz', 'Enter');
  await waitFor(() => expect(address()).toContain('prospecto=prs_eva'));
  await waitFor(() =>
    expect(moves).toEqual([{ idProspect: 'prs_dora', from: 'contacted', status: 'pending' }]),
  );
});

test('leaving the board saves a card that the arrow keys are moving', async () => {
  const moves: unknown[] = [];
  await openScreen('/prospectos?vista=tablero', {
    'GET /v1/prospects/list': listed,
    'PUT /v1/prospects/move': ({ body }) => {
      moves.push(body);
      return { prospect: { ...dora, status: 'pending', version: 2 } };
    },
  });
  const card = (await screen.findByText('Dora Paz')).closest('li') as HTMLElement;
  fireEvent.keyDown(card, { key: 'ArrowLeft' });
  fireEvent.click(screen.getByRole('button', { name: 'Tabla' }));
  await screen.findByRole('table');
  await waitFor(() =>
    expect(moves).toEqual([{ idProspect: 'prs_dora', from: 'contacted', status: 'pending' }]),
  );
});

test("E-10.3965: 'Deshacer' of a move returns the focus to the moved card", async () => {
  let shown = dora;
  const { user } = await openScreen('/prospectos?vista=tablero', {
    'GET /v1/prospects/list': (request) => makeList(shown)(request),
    'PUT /v1/prospects/move': ({ body }) => {
      const { status } = body as Pick<Prospect, 'status'>;
      shown = { ...shown, status, version: shown.version + 1 };
      return { prospect: shown };
    },
  });
  const card = () => screen.getByText('Dora Paz').closest('li');
  await screen.findByText('Dora Paz');
  card()?.focus();
  await user.keyboard('{ArrowLeft}{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await screen.findByText('Cambio deshecho');
  expect(document.activeElement).toBe(card());
});
