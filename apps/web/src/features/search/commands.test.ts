import { IconUsers } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { findCommands, listCommands } from './commands.ts';

const pages = [{ to: '/pacientes', label: 'Pacientes', icon: IconUsers, letter: 'P' }];
const anyone = { pages, isDark: false, can: () => true };

const toLabels = (sections: ReturnType<typeof listCommands>) =>
  sections.map(({ title, options }) => [title, ...options.map(({ label }) => label)]);
const labels = (text: string, isDark = false) =>
  toLabels(findCommands(listCommands({ ...anyone, isDark }), text));

test('E-10.201: without a text, all commands are listed', () => {
  expect(toLabels(listCommands(anyone))).toEqual([
    ['Acciones', 'Crear paciente', 'Crear cita', 'Crear prospecto', 'Crear partner'],
    ['Ir a', 'Pacientes'],
    ['Simiente', 'Tema: oscuro', 'Ver atajos de teclado', 'Cerrar Sesión'],
  ]);
  expect(labels('villaseñor')).toEqual([]);
});

test('E-10.201: a command is found by its words and by its synonyms', () => {
  expect(labels('paciente crear')).toEqual([['Acciones', 'Crear paciente']]);
  expect(labels('paciente')).toEqual([
    ['Ir a', 'Pacientes'],
    ['Acciones', 'Crear paciente'],
  ]);
  expect(labels('agendar')).toEqual([['Acciones', 'Crear cita']]);
  expect(labels('SESION')).toEqual([['Simiente', 'Cerrar Sesión']]);
  expect(labels('claro', true)).toEqual([['Simiente', 'Tema: claro']]);
  expect(labels('salir')).toEqual([['Simiente', 'Cerrar Sesión']]);
});

test('E-10.284: a command that the account may not use is absent, and so is an empty section', () => {
  const actions = (...held: readonly string[]) =>
    listCommands({ ...anyone, can: (capability) => held.includes(capability) })
      .find(({ id }) => id === 'actions')
      ?.options.map(({ label }) => label);
  expect(actions('patients.edit')).toEqual(['Crear paciente', 'Crear cita']);
  expect(actions('directory.edit')).toEqual(['Crear prospecto', 'Crear partner']);
  expect(actions()).toBeUndefined();
});

test('E-10.3692: the schedules of the open doctor are offered only to an account that may edit them', () => {
  const find = (...held: readonly string[]) =>
    listCommands({
      ...anyone,
      record: { idDoctor: 'doc_1' },
      can: (capability) => held.includes(capability),
    })[0]?.options.map(({ target }) => target);
  expect(find()).toEqual(['/medicos/doc_1']);
  expect(find('directory.edit')).toEqual(['/medicos/doc_1', '/medicos/doc_1/horarios']);
});

test('E-10.201: a page is found by its synonyms, beside a page that matches by name', () => {
  const more = [
    ...pages,
    { to: '/medicos?vista=agenda', label: 'Agenda', icon: IconUsers, letter: 'A' },
    { to: '/home/recetas', label: 'Recetas por validar', icon: IconUsers },
  ];
  const find = (text: string) =>
    findCommands(listCommands({ ...anyone, pages: more }), text).flatMap(({ options }) =>
      options.map(({ label }) => label),
    );
  expect(find('citas hoy')).toEqual(['Agenda']);
  expect(find('recetas pendientes')).toEqual(['Recetas por validar']);
  expect(find('agenda')).toEqual(['Agenda', 'Crear cita']);
});

test('E-10.1713, E-10.2252: the pages and actions of the open record come first', () => {
  const find = (record: { idUser?: string; idDoctor?: string; isLoaded?: boolean }) =>
    listCommands({ ...anyone, record })[0]?.options.map(({ target }) => target);
  const address = '/pacientes/usr_1';
  expect(find({ idUser: 'usr_1', isLoaded: true })).toEqual([
    address,
    'edit-patient',
    `${address}/doctor-appointments`,
    `${address}/recipe-appointments`,
    `${address}/resultados`,
    `${address}/fusionar`,
  ]);
  expect(find({ idUser: 'usr_1' })).not.toContain('edit-patient');
  expect(find({ idDoctor: 'doc_1' })).toEqual(['/medicos/doc_1', '/medicos/doc_1/horarios']);
  expect(toLabels(listCommands(anyone))[0]?.[0]).toBe('Acciones');
});

test('E-10.2251: an unknown name is offered for a new patient or prospect, if the account may create one', () => {
  const listOffered = (...held: readonly string[]) =>
    listCommands({
      ...anyone,
      record: { idUser: 'usr_1' },
      newName: 'Xóchitl Ruiz',
      can: (capability) => held.includes(capability),
    })[0]?.options.flatMap(({ label, newName }) => (newName === undefined ? [] : label));
  expect(listOffered('patients.edit', 'directory.edit')).toEqual([
    'Crear paciente «Xóchitl Ruiz»',
    'Crear prospecto «Xóchitl Ruiz»',
  ]);
  expect(listOffered('directory.edit')).toEqual(['Crear prospecto «Xóchitl Ruiz»']);
  expect(listOffered()).toEqual([]);
});
