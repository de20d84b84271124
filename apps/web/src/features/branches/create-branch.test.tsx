import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlocked } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { type Answers, networkError } from '../../testing/wire.ts';
import { makePartner } from '../partners/testing/partners.ts';

const server: Answers = {
  'GET /v1/partner/get_one_partner': () => ({ partner: makePartner() }),
  'GET /v1/partner/get-branches-by-partner': () => ({
    branches: [],
    lastBranch: null,
    nextCursor: null,
    total: 0,
    totalIsCapped: false,
  }),
};

/** The form of a new branch, opened from the page of its partner. */
async function openForm(answers: Answers = {}) {
  const { user } = await openScreen('/partner/almena', { ...server, ...answers });
  const [create] = await screen.findAllByRole('link', { name: 'Crear sucursal' });
  await user.click(create as HTMLElement);
  await screen.findByText('Para Laboratorio Almena. Todos los campos son obligatorios.');
  const submit = async () => {
    await unlocked();
    await user.click(await screen.findByRole('button', { name: 'Crear sucursal' }));
  };
  return { user, submit };
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });

test('E-2.15: the form of a branch without its partner is hidden, and all partners are offered', async () => {
  await openScreen('/partners/create-branch', server);
  await screen.findByRole('heading', { level: 1, name: 'Falta el partner' });
  expect(screen.queryByRole('form')).toBeNull();
  const all = await screen.findByRole('link', { name: 'Ver todos los partners' });
  expect(all.getAttribute('href')).toBe('/partners');
});

test('S-19: the thirteen exams have their names and codes, and can be chosen', async () => {
  const { user } = await openForm();
  const exams = within(screen.getByRole('group', { name: 'Exámenes' }));
  const boxes = exams.getAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
    'Ecografía TesticularECO',
    'SeminogramaSEM',
    'Perfil HormonalHORMO',
    'Cultivo de OrinaCULOR',
    'Cultivo de SemenCULSEM',
    'Marcadores Bioquímicos SeminalesBIO',
    'Ecografía Testículo-EscrotalECOPT',
    'ERM de CráneoRC',
    'AlfaglucosidasaALG',
    'Pefil tiroideoPT',
    'Hemoglobina glicosidadaGLI',
    'Orina postorgasmoORP',
    'Ecografia prostatica transrectalEPT',
  ]);
  await user.click(boxes[1] as HTMLElement);
  expect(exams.getByText('1 de 13 seleccionados')).toBeTruthy();
});

test('E-5.8, E-5.9, E-8.13: missing fields, missing exams and a failed creation are reported, and the text stays', async () => {
  const { user, submit } = await openForm({
    'POST /v1/partner/branch-duplicates': () => ({ duplicates: [] }),
    'POST /v1/partner/create-branch': networkError,
  });
  await submit();
  await screen.findByText('Por favor completa todos los campos obligatorios');
  for (const [label, text] of [
    ['Nombre', 'Almena Roma Norte'],
    ['Teléfono', '55 5264 1180'],
    ['Sitio web', 'https://almena.example'],
    ['Dirección', 'Álvaro Obregón 182'],
    ['Estado', 'Ciudad de México'],
    ['Código postal', '06700'],
    ['Latitud', '19.41844'],
    ['Longitud', '-99.16231'],
  ] as const) {
    fireEvent.change(field(label), { target: { value: text } });
  }
  await submit();
  await screen.findByText('Por favor selecciona al menos un estudio disponible');
  await user.click(await screen.findByRole('checkbox', { name: /Seminograma/ }));
  await submit();
  await screen.findByText('Error al crear la sucursal');
  expect(field('Nombre').value).toBe('Almena Roma Norte');
});
