import { IconUsers } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { commandSections } from './commands.ts';

const pages = [{ to: '/pacientes', label: 'Pacientes', icon: IconUsers, letter: 'P' }];
const labels = (text: string, isDark = false) =>
  commandSections(pages, text, isDark).sections.map(({ title, options }) => [
    title,
    ...options.map(({ label }) => label),
  ]);

test('E-10.201: all commands are shown without a text, and with one that matches none', () => {
  const all = [
    ['Acciones', 'Crear paciente', 'Crear cita', 'Crear prospecto', 'Crear partner'],
    ['Ir a', 'Pacientes'],
    ['Simiente', 'Tema: oscuro', 'Ver atajos de teclado', 'Cerrar Sesión'],
  ];
  expect(labels('')).toEqual(all);
  expect(labels('villaseñor')).toEqual(all);
  expect(commandSections(pages, 'villaseñor', false).isNamed).toBe(false);
});

test('E-10.201: a command is found by its words and by others that mean it', () => {
  expect(labels('paciente crear')).toEqual([['Acciones', 'Crear paciente']]);
  expect(labels('paciente')).toEqual([
    ['Ir a', 'Pacientes'],
    ['Acciones', 'Crear paciente'],
  ]);
  expect(labels('agendar')).toEqual([['Acciones', 'Crear cita']]);
  expect(labels('SESION')).toEqual([['Simiente', 'Cerrar Sesión']]);
  expect(labels('claro', true)).toEqual([['Simiente', 'Tema: claro']]);
  expect(commandSections(pages, 'salir', false).isNamed).toBe(true);
});

test('E-10.284: a command that the account may not use is absent, and so is a section without any', () => {
  const actions = (...held: readonly string[]) =>
    commandSections(pages, '', false, (capability) => held.includes(capability))
      .sections.find(({ id }) => id === 'actions')
      ?.options.map(({ label }) => label);
  expect(actions('patients.edit')).toEqual(['Crear paciente', 'Crear cita']);
  expect(actions('directory.edit')).toEqual(['Crear prospecto', 'Crear partner']);
  expect(actions()).toBeUndefined();
});

test('E-10.201: a page is found by its synonyms, beside one that matches by name', () => {
  const more = [
    ...pages,
    { to: '/medicos?vista=agenda', label: 'Agenda', icon: IconUsers, letter: 'A' },
    { to: '/home/recetas', label: 'Recetas por validar', icon: IconUsers, letter: 'V' },
  ];
  const findPaths = (text: string) =>
    commandSections(more, text, false)
      .sections.filter(({ id }) => id === 'pages')
      .flatMap(({ options }) => options.map((option) => 'path' in option && option.path));
  expect(findPaths('agenda')).toEqual(['/medicos?vista=agenda']);
  expect(findPaths('citas hoy')).toEqual(['/medicos?vista=agenda']);
  expect(findPaths('recetas pendientes')).toEqual(['/home/recetas']);
  const found = commandSections(more, 'agenda', false).sections.flatMap(({ options }) => options);
  expect(found.map(({ label }) => label)).toEqual(['Agenda', 'Crear cita']);
  expect(findPaths('')).toEqual(['/pacientes', '/medicos?vista=agenda', '/home/recetas']);
});

test('E-10.1713: the other pages of the open record come first', () => {
  const find = (record: { idUser?: string; idDoctor?: string }) =>
    commandSections(pages, '', false, undefined, record).sections[0];
  expect(
    find({ idUser: 'usr_1' })?.options.map((option) => 'path' in option && option.path),
  ).toEqual([
    '/pacientes/usr_1',
    '/pacientes/usr_1/doctor-appointments',
    '/pacientes/usr_1/recipe-appointments',
  ]);
  expect(find({ idDoctor: 'doc_1' })?.title).toBe('Esta ficha');
  expect(find({})?.title).toBe('Acciones');
});
