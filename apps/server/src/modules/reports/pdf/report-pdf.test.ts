import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { bind } from '../../../platform/paper/flow.ts';
import { inspectPdf, readPdf } from '../../../testing/files/read-pdf.ts';
import { report } from '../testing/report-paper.ts';
import { makeReportPdf, splitParagraphs } from './make-report.ts';

test('E-10.571, R5, R7: the PDF has letterhead, patient, text with the author of each sentence, signer, hour with zone and SHA-256', async () => {
  const { text, pages } = await readPdf(await makeReportPdf(report));
  expect(pages).toBe(1);
  for (const words of [
    'Mi Test de Fertilidad',
    'Versión 4',
    'Clínica Andrológica del Valle',
    'Licencia sanitaria o aviso de funcionamiento: 20-AM-09-014-0001',
    'Íñigo Zúñiga Ñanduty',
    '9 abr 1992, 34 años',
    'ZUNI920409HDFXXX01',
    'Preparado con inteligencia artificial y revisado por Regina Núñez Ocampo.',
    'Tu muestra del 12 de octubre tuvo un volumen de 2.1 ml. IA',
    'La concentración fue de 14 millones/ml (≥ 16). E',
    'Conviene repetir el seminograma en tres meses. Preparado',
    'IA: frase de la inteligencia artificial, sin cambios. E: frase editada en la revisión. Las demás las escribió el médico que firma.',
    'Cédula profesional 4123456',
    'Universidad Nacional Autónoma de México',
    'Urología · Cédula o certificado de especialidad CONAMEU 1234',
    'domingo, 22 de noviembre de 2026, 17:44 (hora de Ciudad de México)',
    report.sha256,
    'https://clinica.example/ verificar/ K7QM-2XRD-9FTA-4NWE',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/Sustituido|Retirado/i);
});

test('E-10.571, R7: text that rules prepared is never marked as AI text', async () => {
  const { text } = await readPdf(await makeReportPdf({ ...report, preparedWith: 'reglas' }));
  for (const words of [
    'Texto preparado a partir de un borrador automático y revisado por Regina Núñez Ocampo.',
    'R: frase del borrador automático, sin cambios.',
    'Tu muestra del 12 de octubre tuvo un volumen de 2.1 ml. R',
    'La concentración fue de 14 millones/ml (≥ 16). E',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/\bIA\b|inteligencia artificial/);
});

test('E-10.571: the PDF is tagged, in Mexican Spanish, with a title that names no person', async () => {
  const { isTagged, language, title } = await readPdf(await makeReportPdf(report));
  expect([isTagged, language, title]).toEqual([true, 'es-MX', 'Mi Test de Fertilidad, versión 4']);
});

test('E-10.571: the PDF has the same bytes for the same content, and different ones once its version is superseded', async () => {
  const first = await makeReportPdf(report);
  expect((await makeReportPdf(report)).equals(first)).toBe(true);
  const later = await makeReportPdf({
    ...report,
    state: { is: 'sustituido', by: 5 },
  });
  expect(later.equals(first)).toBe(false);
});

test('E-10.571, R8, R9: a superseded or withdrawn version has a notice before its text and on each page', async () => {
  const long = Array.from({ length: 120 }, (_, index) => ({
    text: `Frase número ${index + 1} del informe, que tiene algunas palabras más.\n`,
    author: 'ia' as const,
  }));
  const superseded = await readPdf(
    await makeReportPdf({
      ...report,
      sentences: long,
      state: { is: 'sustituido', by: 5 },
    }),
  );
  expect(superseded.pages).toBeGreaterThan(2);
  expect(superseded.text.match(/Sustituido por la versión 5/g)).toHaveLength(superseded.pages + 1);
  const at = new Date('2026-11-25T15:00:00Z');
  const withdrawn = await readPdf(
    await makeReportPdf({ ...report, state: { is: 'retirado', at } }),
  );
  expect(withdrawn.text).toContain('Retirado el miércoles, 25 de noviembre de 2026');
  expect(withdrawn.text).toContain('RETIRADO');
});

test('E-10.571, R8: an amendment describes its change', async () => {
  const amendment = { is: 'correction', of: 2 } as const;
  const { text } = await readPdf(await makeReportPdf({ ...report, amendment }));
  expect(text).toContain('Corrige la versión 2');
});

test('E-10.571: a text or word of any length is printed completely', async () => {
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

test('E-10.571: characters that the usual font lacks are printed with another font', async () => {
  const sign = 'pH ≈ 7.4, μm, √2, 10⁻⁶, α-glucosidasa, ‰, ≥ 1.4';
  const { text } = await readPdf(
    await makeReportPdf({ ...report, sentences: [{ text: sign, author: 'ia' }] }),
  );
  expect(text).toContain(sign);
});

test('paragraphs keep their blank lines, and sentences keep their authors', () => {
  const a = (text: string) => ({ text, author: 'ia' as const });
  const m = (text: string) => ({ text, author: 'medico' as const });
  expect(
    splitParagraphs([a('Uno. '), a('Dos.\n\n'), a('  Tres. '), m('Cuatro.'), m('\r\nCinco.')]),
  ).toEqual([[a('Uno.'), a('Dos.')], [a('Tres.'), m('Cuatro.')], [m('Cinco.')]]);
});

test('H-C6, E-10.1390: each result has its unit, range, flag and position; preliminary and unvalidated ones are marked, without a diagnosis', async () => {
  const { text } = await readPdf(await makeReportPdf(report));
  for (const words of [
    'Seminograma 12 oct 2026, 9:00 · Lab Piedra de Río · OMS 6.ª edición · Abstinencia 3 días',
    'Volumen 2.1 mL ≥ 1.4 Dentro del rango entre el 10 y el 25',
    'Concentración 14 ×10⁶/mL ≥ 16 Por debajo del rango · Según el laboratorio: LL por debajo del percentil 5',
    'Número total 29.4 ×10⁶ por eyaculado Dato calculado',
    'pH 7.6 ≥ 7.2 Dentro del rango · Preliminar Umbral de consenso: ≥ 7.2',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/oligozoospermia|Sin validar/);
  const [sample] = report.results;
  const results = sample ? [{ ...sample, status: 'capturado' as const }] : [];
  expect((await readPdf(await makeReportPdf({ ...report, results }))).text).toContain(
    'Sin validar',
  );
});

test('H-C6: only recorded identification is printed', async () => {
  const patient = { ...report.patient, birth: null, sex: null, curp: null };
  const { text } = await readPdf(await makeReportPdf({ ...report, patient, results: [] }));
  expect(text).toContain('Paciente Íñigo Zúñiga Ñanduty');
  expect(text).not.toMatch(/Nacimiento|Sexo|CURP|Domicilio|No registrado|Analito/);
});

test('H-C6: a summary precedes the tables, and the interpretation follows them', async () => {
  const sentences = [
    { text: 'En resumen\n', author: 'ia' as const },
    { text: 'Lo esencial de todo.\n\n', author: 'medico' as const },
    ...report.sentences,
  ];
  const { text } = await readPdf(await makeReportPdf({ ...report, sentences }));
  expect(text).toMatch(/En resumen Lo esencial de todo\. Seminograma .* Interpretación Tu muestra/);
});

test('H-C6, E-10.3714: a table leaves no page empty, repeats its header over complete rows, and no heading ends a page', async () => {
  const [sample] = report.results;
  const value = sample?.values[0];
  if (!sample || !value) throw new Error('The paper has a result');
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...value,
      analyte: null,
      name: `Renglón ${index} de nombre largo que toma dos líneas`,
      centile: null,
    }));
  for (const count of [11, 12, 13, 14, 15, 16, 31, 32, 33, 34, 70]) {
    const results = ['Uno', 'Dos'].map((examType) => ({
      ...sample,
      examType,
      values: rows(count),
    }));
    const { pageTexts, text } = await readPdf(await makeReportPdf({ ...report, results }));
    for (const page of pageTexts) {
      const found = page.match(/Renglón/g)?.length ?? 0;
      if (found > 0) expect(page).toContain('Analito Resultado');
      // Headers and footers are drawn after the rest.
      const body = page.replace(/ (?:Clínica Andrológica del Valle Mi|Simiente Íñigo) .*$/, '');
      expect(body).not.toMatch(/(?:Interpretación|40 min|Rango del laboratorio)$/);
      expect(body).not.toMatch(/(?:Renglón \d+|toma dos|líneas)$/);
    }
    expect(text.match(/toma dos líneas/g)).toHaveLength(2 * count);
    const counts = pageTexts.map((page) => page.match(/Renglón/g)?.length ?? 0);
    // 16 rows fill a page, so less than half is empty before the last page with rows.
    const lastPage = counts.findLastIndex((one) => one > 0);
    expect(counts.slice(0, lastPage).every((one) => one > 8)).toBe(true);
  }
});

test('H-C6: a paragraph is on one page, and the signature is on the page of the last one', async () => {
  const sentence = 'Esta frase tiene bastantes palabras, para que el párrafo tome varias líneas. ';
  for (const count of [3, 4, 5, 6, 7]) {
    const sentences = Array.from({ length: 9 }, (_, index) => ({
      text: `Párrafo ${index}. ${sentence.repeat(count)}Fin ${index}.\n\n`,
      author: 'medico' as const,
    }));
    const { pageTexts } = await readPdf(await makeReportPdf({ ...report, sentences }));
    for (const index of sentences.keys()) {
      const [page] = pageTexts.filter((text) => text.includes(`Párrafo ${index}.`));
      expect(page).toContain(`Fin ${index}.`);
    }
    const [signature] = pageTexts.filter((text) => text.includes('Firmado electrónicamente'));
    expect(signature).toContain('SHA-256 del texto');
    expect(signature).toContain('Fin 8.');
  }
});

/** The types of jsqr declare another default export than Node imports. */
const readQr = jsqr as unknown as typeof jsqr.default;

test.each(['', 'En resumen\n\n'])(
  'E-10.2741: a long paragraph after «%s» fills the first page before it breaks',
  async (before) => {
    const text = `${'Esta frase tiene bastantes palabras, para que el párrafo sea largo. '.repeat(60)}\n`;
    const sentences = [before, text]
      .filter(Boolean)
      .map((one) => ({ text: one, author: 'medico' as const }));
    const { pageTexts } = await readPdf(await makeReportPdf({ ...report, sentences, results: [] }));
    expect(pageTexts[0]?.match(/para que el párrafo/g)?.length).toBeGreaterThan(15);
  },
);

test('M2, E-10.571: the PDF is tagged completely, of letter size, and embeds its fonts', async () => {
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
    'Span',
    'Table',
    'TR',
    'TH',
    'TD',
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

test('M2, E-10.571: the QR code decodes to the address', async () => {
  const { filledBoxes, size } = await inspectPdf(await makeReportPdf(report));
  const { pixels, width, height } = draw(filledBoxes, size);
  expect(readQr(pixels, width, height)?.data).toBe(report.verifyUrl);
});

/** Black boxes on white as RGBA, four pixels for each point. */
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

test('E-10.3523: a long name leaves room for the page number', async () => {
  const name = 'MARÍA DE LOS ÁNGELES XÓCHITL FERNÁNDEZ DE CÓRDOBA Y GUTIÉRREZ-VILLAVICENCIO';
  const patient = { ...report.patient, name };
  const state = { is: 'sustituido', by: 5 } as const;
  const { text, pages } = await readPdf(await makeReportPdf({ ...report, patient, state }));
  expect(text).toContain(`Página ${pages} de ${pages}`);
});

test('E-10.3523: a number and its power of ten stay on one line', () => {
  expect(bind('fue de 12.5 × 10⁶/mL')).toBe('fue de 12.5\u00a0×\u00a010⁶/mL');
});
