import { branchExamNames } from '@simiente/contract/exams/catalogue';
import { expect, test } from 'vitest';
import { printable } from '../../../platform/paper/fonts.ts';
import { readPdf } from '../../../testing/files/read-pdf.ts';
import { makeSheet, type OrderSheet } from './sheet.ts';

const sheet: OrderSheet = {
  folio: 123,
  createdAt: new Date('2026-11-16T15:00:00Z'),
  timeZone: 'America/Mexico_City',
  patientName: 'Íñigo Zúñiga Ñanduty',
  partnerName: 'Laboratorio Tres Ceibas',
  branchName: 'Sucursal Lomas de Chapultepec',
  address: 'Av. Paseo de las Palmas 735, Col. Lomas de Chapultepec, Ciudad de México',
  phone: '+52 55 5123 4567',
  exams: ['Seminograma'],
  logo: null,
};

test('E-10.64: a sheet is tagged, in Mexican Spanish, and has a title without names', async () => {
  const { isTagged, language, title } = await readPdf(await makeSheet(sheet));
  expect([isTagged, language, title]).toEqual([true, 'es-MX', 'Orden de examen OE-000123']);
});

test('E-10.64: the sheet of an order has the same bytes each time', async () => {
  expect(await makeSheet(sheet)).toEqual(await makeSheet(sheet));
});

test('E-10.65: a sheet fits 13 exams on one page, also with an address of two lines', async () => {
  const exams = Object.values(branchExamNames);
  const address = `${sheet.address}, entre Sierra Gorda y Prado Norte, segundo piso`;
  const { pages, text } = await readPdf(await makeSheet({ ...sheet, address, exams }));
  expect(pages).toBe(1);
  expect(text).toContain('13 estudios solicitados');
  for (const exam of exams) expect(text).toContain(exam);
});

test('E-10.65: a sheet continues on more pages for names of 500 letters and a hundred exams', async () => {
  const long = 'Maximiliano de los Ángeles '.repeat(19).slice(0, 500);
  const exams = Array.from({ length: 100 }, (_, index) => `Estudio número ${index + 1}`);
  const { pages, text } = await readPdf(
    await makeSheet({
      ...sheet,
      patientName: long,
      partnerName: long,
      branchName: 'x'.repeat(500),
      address: long.repeat(20),
      exams: [...exams, long],
    }),
  );
  expect(pages).toBeGreaterThan(2);
  expect(text).toContain(long.trim());
  for (const exam of exams) expect(text).toContain(exam);
  expect(text).toContain(`Página ${pages} de ${pages}`);
});

test('a sheet without address and phone omits their lines', async () => {
  const { text } = await readPdf(await makeSheet({ ...sheet, address: null, phone: ' ' }));
  expect(text).not.toMatch(/Dirección|Teléfono/);
});

test.each([
  ['Íñigo Zúñiga Ñanduty, «Łódź»', 'Íñigo Zúñiga Ñanduty, «Łódź»'],
  ['Nguyễn Ạnh', 'Nguyen Anh'],
  ['Jose\u0301', 'José'],
  ['a\u202eb\u200bc\u0007d\ne', 'abc d e'],
  ['<b>=1+1</b> %s {{7*7}}', '<b>=1+1</b> %s {{7*7}}'],
  ['Нина 王 😀', '???? ? ?'],
])('the sheet of an order prints %j as %j', (name, expected) => {
  expect(printable(name)).toBe(expected);
});
