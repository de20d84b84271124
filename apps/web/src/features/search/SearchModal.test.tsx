import type { SearchResult } from '@simiente/contract/search/calls';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { SearchBody } from './SearchModal.tsx';

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The search with this text, and the matching records. */
async function draw(typed: string, results: readonly SearchResult[] = []) {
  const data = { results, more: [] };
  vi.stubGlobal('fetch', async () => Response.json({ status: 200, data }));
  const ignore = () => {};
  renderRouted(<SearchBody menuPages={[]} onRun={ignore} onClose={ignore} onLeave={ignore} />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: typed } });
  await waitFor(() => expect(field.getAttribute('aria-busy')).toBe('false'));
}

const montemayor: SearchResult = {
  kind: 'patient',
  id: 'usr_1',
  name: 'Luis Montemayor Ríos',
  email: null,
  phone: null,
  earlier: null,
  status: 1,
};

async function readOptions(typed: string): Promise<string[]> {
  await draw(typed, [montemayor]);
  await screen.findByText('Registro');
  return screen.getAllByRole('option').map(({ textContent }) => textContent);
}

test('E-10.201: a command that begins with the text precedes matching records, and is chosen', async () => {
  expect((await readOptions('tema')).at(0)).toContain('Tema: oscuro');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Tema: oscuro');
});

test.each(['te', 'oscuro', 'montemayor'])(
  'a record precedes the commands for the text %s',
  async (typed) => {
    expect((await readOptions(typed)).at(0)).toContain('Montemayor');
  },
);

test('E-10.201: a text that names a command has a result', async () => {
  await draw('crear paciente');
  expect(await screen.findByText('1 resultado: Acciones 1')).toBeTruthy();
  expect(screen.queryByText(/^Sin resultados/)).toBeNull();
});

test('E-10.133: a text without matches has a notice, and keeps the commands', async () => {
  await draw('xochipilli');
  expect(await screen.findByText('Sin resultados para «xochipilli»')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Crear paciente «xochipilli»' })).toBeTruthy();
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
});

test.each([
  [true, 'Ver atajos de teclado?'],
  [false, 'Ver atajos de teclado'],
])('E-10.202: with shortcuts %s, a command is shown as %s', async (areEnabled, words) => {
  localStorage.setItem('simiente-shortcuts', String(areEnabled));
  await draw('atajos');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain(words);
});

test('E-10.1493: at most three commands are shown under results', async () => {
  await draw('montemayor', [montemayor]);
  await screen.findByText('Registro');
  expect(screen.getAllByRole('option')).toHaveLength(4);
});

test.each(['5512345678', 'ana@correo.example', 'xo'])(
  'E-10.2251: %s is not offered as the name of a new patient',
  async (typed) => {
    await draw(typed);
    await screen.findByText(`Sin resultados para «${typed}»`);
    expect(screen.getByRole('option', { name: 'Crear paciente' })).toBeTruthy();
  },
);
