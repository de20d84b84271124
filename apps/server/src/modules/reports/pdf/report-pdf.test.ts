import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { inspectPdf, readPdf } from '../../../testing/files/read-pdf.ts';
import { report } from '../testing/report-paper.ts';
import { makeReportPdf } from './make-report.ts';
import { paragraphsOf } from './runs.ts';

test('E-10.571, R5, R7: the PDF has letterhead, patient, text with the author of each sentence, signer, hour with zone and SHA-256', async () => {
  const { text, pages } = await readPdf(await makeReportPdf(report));
  expect(pages).toBe(1);
  for (const said of [
    'Mi Test de Fertilidad',
    'Versión 4',
    'Clínica Andrológica del Valle',
    'Licencia sanitaria o aviso: 20-AM-09-014-0001',
    'Íñigo Zúñiga Ñanduty',
    '9 abr 1992, 34 años',
    'ZUNI920409HDFXXX01',
    'Domicilio No registrado',
    'Preparado con inteligencia artificial y revisado por Regina Núñez Ocampo.',
    'IA Tu muestra del 12 de octubre',
    'IA editada La concentración fue de 14 millones/ml (≥ 16).',
    'Médico Conviene repetir el seminograma',
    'Cédula profesional 4123456',
    'Universidad Nacional Autónoma de México',
    'Especialidad: Urología',
    'CONAMEU 1234',
    'domingo, 22 de noviembre de 2026, 17:44 (hora de Ciudad de México)',
    report.sha256,
    report.verifyUrl,
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toMatch(/Sustituido|Retirado/i);
});

test('E-10.571, R7: no part of what rules prepared is marked as of an AI', async () => {
  const { text } = await readPdf(await makeReportPdf({ ...report, preparedWith: 'reglas' }));
  for (const said of [
    'Preparado con reglas automáticas y revisado por Regina Núñez Ocampo.',
    'Automática: frase del borrador, sin cambios',
    'Automática Tu muestra del 12 de octubre',
    'Automática, editada La concentración fue de 14 millones/ml (≥ 16).',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toMatch(/\bIA\b|inteligencia artificial/);
});

test('E-10.571: the PDF is tagged, in Mexican Spanish, with a title that names no person', async () => {
  const { isTagged, language, title } = await readPdf(await makeReportPdf(report));
  expect([isTagged, language, title]).toEqual([true, 'es-MX', 'Mi Test de Fertilidad, versión 4']);
});

test('E-10.571: the PDF has the same bytes for the same content, and others once its version was superseded', async () => {
  const first = await makeReportPdf(report);
  expect((await makeReportPdf(report)).equals(first)).toBe(true);
  const later = await makeReportPdf({
    ...report,
    state: { is: 'sustituido', by: 5, isAnyInForce: true },
  });
  expect(later.equals(first)).toBe(false);
});

test('E-10.571, R8, R9: a superseded or withdrawn version says so before its text and on each page', async () => {
  const long = Array.from({ length: 120 }, (_, index) => ({
    text: `Frase número ${index + 1} del informe, que tiene algunas palabras más.\n`,
    author: 'ia' as const,
  }));
  const superseded = await readPdf(
    await makeReportPdf({
      ...report,
      sentences: long,
      state: { is: 'sustituido', by: 5, isAnyInForce: false },
    }),
  );
  expect(superseded.pages).toBeGreaterThan(2);
  expect(superseded.text.match(/Sustituido por la versión 5/g)).toHaveLength(superseded.pages + 1);
  expect(superseded.text).toContain('Ninguna versión está vigente.');
  const at = new Date('2026-11-25T15:00:00Z');
  const withdrawn = await readPdf(
    await makeReportPdf({ ...report, state: { is: 'retirado', at } }),
  );
  expect(withdrawn.text).toContain('Retirado el miércoles, 25 de noviembre de 2026');
  expect(withdrawn.text).toContain('RETIRADO');
});

test('E-10.571, R8: an amendment says what it changes', async () => {
  const amendment = { is: 'correction', of: 2 } as const;
  const { text } = await readPdf(await makeReportPdf({ ...report, amendment }));
  expect(text).toContain('Corrige la versión 2');
});

test('E-10.571: a text of any length and a word of any length lose nothing', async () => {
  const word = 'x'.repeat(9000);
  const words = Array.from({ length: 4000 }, (_, index) => `palabra${index}`).join(' ');
  const { text, pages } = await readPdf(
    await makeReportPdf({
      ...report,
      sentences: [
        { text: `${words}\n`, author: 'ia' },
        { text: word, author: 'medico' },
      ],
    }),
  );
  expect(pages).toBeGreaterThan(5);
  for (const index of [0, 1, 1999, 3998, 3999]) expect(text).toContain(`palabra${index} `);
  expect(text.replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(9000);
});

test('E-10.571: signs that the usual font lacks are printed with another, none is replaced', async () => {
  const sign = 'pH ≈ 7.4, μm, √2, 10⁻⁶, α-glucosidasa, ‰, ≥ 1.4';
  const { text } = await readPdf(
    await makeReportPdf({ ...report, sentences: [{ text: sign, author: 'ia' }] }),
  );
  expect(text).toContain(sign);
});

test('paragraphs keep blank lines apart, and runs of one author together', () => {
  const a = (text: string) => ({ text, author: 'ia' as const });
  const m = (text: string) => ({ text, author: 'medico' as const });
  expect(
    paragraphsOf([a('Uno. '), a('Dos.\n\n'), a('  Tres. '), m('Cuatro.'), m('\r\nCinco.')]),
  ).toEqual([[a('Uno. Dos.')], [a('  Tres. '), m('Cuatro.')], [m('Cinco.')]]);
  expect(paragraphsOf([m('Uno.'), a(' '), m('Dos.')])).toEqual([[m('Uno. Dos.')]]);
});

/** Its types declare another default export than Node imports. */
const readQr = jsqr as unknown as typeof jsqr.default;

test('M2, E-10.571: the PDF is tagged part by part, of letter size, and embeds its fonts', async () => {
  const { roles, size, fonts } = await inspectPdf(await makeReportPdf(report));
  for (const role of [
    'Document',
    'H1',
    'H2',
    'L',
    'LI',
    'Lbl',
    'LBody',
    'Sect',
    'Note',
    'Figure',
  ]) {
    expect(roles).toContain(role);
  }
  expect(size).toEqual([612, 792]);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) {
    expect(font).toEqual({ name: expect.stringMatching(/^[A-Z]{6}\+/), isEmbedded: true });
  }
});

test('M2, E-10.571: the QR code reads back as the address', async () => {
  const { filledBoxes, size } = await inspectPdf(await makeReportPdf(report));
  const { pixels, width, height } = draw(filledBoxes, size);
  expect(readQr(pixels, width, height)?.data).toBe(report.verifyUrl);
});

/** Black boxes on white as RGBA, four pixels a point. */
function draw(boxes: readonly number[][], [pageWidth = 0, pageHeight = 0]: readonly number[]) {
  const scale = 4;
  const [width, height] = [pageWidth * scale, pageHeight * scale];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const box of boxes) {
    const [left = 0, bottom = 0, right = 0, top = 0] = box.map((side) => Math.round(side * scale));
    for (let y = height - top; y < height - bottom; y++) {
      for (let x = left; x < right; x++)
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { pixels, width, height };
}
