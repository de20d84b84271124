import type { PatientFigures, PatientPage } from '@simiente/contract/patients/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { patientSummaryOf } from '../../../testing/patients.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, held, refuse, type WireRequest } from '../../../testing/wire.ts';

const patientOf = (name: string) =>
  patientSummaryOf({
    idUser: `usr_${name.toLowerCase()}`,
    name: `${name} Pérez`,
    createDate: '2026-03-05T06:10:00.000Z',
  });

const figuresOf = (total: number): PatientFigures => ({
  counts: { 1: total, 2: 0, 3: 0, 4: 0 },
  countsAreCapped: false,
  total,
  totalIsCapped: false,
});

/** What 'pérez' finds, and the texts whose figures were asked for. */
let found: number;
let counted: (string | null)[];

beforeEach(() => {
  found = 60;
  counted = [];
});

/** All seven patients have their figures; of the many 'Pérez' only those of a call of their own are known. */
function listed({ query }: WireRequest): PatientPage | Promise<never> {
  expect(query.get('figures')).toBe('ready');
  // So few rows end in sight, so that the next page is asked for at once. It never comes.
  if (query.has('cursor')) return new Promise(() => {});
  if (!query.has('search')) {
    return { userData: [patientOf('Ana')], nextCursor: null, ...figuresOf(7) };
  }
  if (query.get('search') !== 'pérez') {
    return { userData: [patientOf('Unica')], nextCursor: null, ...figuresOf(1) };
  }
  return { userData: ['Beto', 'Ciro'].map(patientOf), nextCursor: '50' };
}

function count({ query }: WireRequest): PatientFigures {
  counted.push(query.get('search'));
  expect([...query.keys()].toSorted()).toEqual(['incomplete', 'search', 'status', 'upcoming']);
  return figuresOf(found);
}

async function searched(answers: Answers) {
  const opened = await openScreen('/pacientes', {
    'GET /v1/user/list': listed,
    'GET /v1/user/figures': count,
    'GET /v1/recipe/attention': () => ({ withoutPatient: 0, failedDeliveries: 0 }),
    ...answers,
  });
  await screen.findByText('7 pacientes registrados');
  const box = screen.getByRole('searchbox', { name: 'Buscar paciente' });
  const type = async (text: string) => {
    await opened.user.clear(box);
    // At once: what is typed letter by letter is searched in between.
    await opened.user.click(box);
    await opened.user.paste(text);
  };
  await type('pérez');
  return { ...opened, type };
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const isFaded = (text: string) => screen.getByText(text).closest('[data-earlier-figure]') !== null;
const foot = () => screen.getByText(/^1–2/);

test('E-10.697: rows of a search come first; what is counted keeps its place, and is said once it is known', async () => {
  let release = () => Promise.resolve();
  await searched({
    'GET /v1/user/figures': (request) => {
      const answer = held(() => count(request));
      release = answer.release;
      return answer.answer();
    },
  });
  await rowOf('Beto');
  expect(isFaded('7 pacientes registrados')).toBe(true);
  const todos = () => screen.getByRole('button', { name: /^Todos/ });
  expect(within(todos()).getByText('7').hasAttribute('data-earlier-figure')).toBe(true);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  // A range without its total is drawn, but not read out.
  expect(foot().getAttribute('aria-hidden')).toBe('true');
  expect(foot().textContent).toBe('1–2');
  expect(screen.getByRole('button', { name: 'Exportar la lista' })).toBeTruthy();
  await release();
  await screen.findByText('60 resultados');
  expect(todos().textContent).toMatch(/Todos\s*60/);
  expect(document.querySelector('[data-earlier-figure]')).toBeNull();
  expect(foot().textContent).toBe('1–2 de 60');
  expect(foot().getAttribute('aria-live')).toBe('polite');
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('61');
  expect(screen.getByRole('button', { name: 'Exportar 60 pacientes' })).toBeTruthy();
  expect(counted).toEqual(['pérez']);
});

test('E-10.697: a search that is typed on before its rows came counts nothing, nor does one that fits on a page', async () => {
  const never = Promise.withResolvers<PatientPage>();
  const { type } = await searched({
    'GET /v1/user/list': (request) =>
      request.query.get('search') === 'pérez' ? never.promise : listed(request),
  });
  await type('unica');
  await rowOf('Unica');
  await screen.findByText('1 resultado');
  expect(counted).toEqual([]);
});

test('E-10.697: figures that fail leave the rows, say nothing wrong, and are asked for again', async () => {
  let isAway = true;
  const { user } = await searched({
    'GET /v1/user/figures': (request) => (isAway ? refuse('INTERNAL') : count(request)),
  });
  await screen.findByText('No se pudo contar');
  await rowOf('Beto');
  expect(screen.queryByText(/registrados?$|resultados?$/)).toBeNull();
  expect(foot().textContent).toBe('1–2');
  expect(screen.getByRole('button', { name: /^Todos/ }).textContent).toMatch(/^Todos\s*$/);
  isAway = false;
  screen.getByRole('button', { name: 'Reintentar' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByText('60 resultados');
  expect(document.activeElement).not.toBe(document.body);
});

test('E-10.697: figures of their own follow a deletion at once', async () => {
  const deletion = held(() => {
    found = 59;
    return { deleted: 1 };
  });
  const { user } = await searched({ 'POST /v1/user/delete': deletion.answer });
  await screen.findByText('60 resultados');
  const box = within(await rowOf('Beto')).getByRole('checkbox');
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Eliminar' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Eliminar' }));
  await screen.findByText('59 resultados');
  expect(screen.getByRole('button', { name: /^Registro\s*59$/ })).toBeTruthy();
  await deletion.release();
  await screen.findByText('1 elemento eliminado');
  await waitFor(() => expect(counted.length).toBeGreaterThan(1));
  expect(screen.getByText('59 resultados')).toBeTruthy();
});
