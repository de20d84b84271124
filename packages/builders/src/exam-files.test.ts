import { inflateSync } from 'node:zlib';
import { knownExamTypes } from '@simiente/contract/exams';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildExamFile } from './exam-files.ts';
import { buildExam } from './exams.ts';
import { buildPatient } from './patients.ts';
import { createContext } from './random.ts';
import { imageExamTypes, isImageExam, otherExamTypes } from './vocabulary/exam-types.ts';

const context = createContext({ seed: 11, now: new Date('2026-11-20T15:00:00Z') });
const patient = buildPatient(context, { name: 'Íñigo Núñez Güemes', status: 4 });

/** The text that a page shows, in the encoding that the standard fonts take. */
function pageText(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const start = raw.indexOf('stream\n') + 'stream\n'.length;
  const content = inflateSync(pdf.subarray(start, raw.indexOf('\nendstream', start)));
  const strings = content.toString('latin1').matchAll(/<([0-9a-f]+)>/g);
  return [...strings].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

describe.each([...knownExamTypes, ...otherExamTypes, 'Tipo_Desconocido'])('%s', (examType) => {
  const exam = buildExam(context, { examType });

  test('has a small file of the kind that its link says, the same every time', async () => {
    const file = await buildExamFile(exam, patient, context);
    const again = await buildExamFile(exam, patient, createContext({ seed: 99, now: context.now }));
    expect(file.bytes.equals(again.bytes)).toBe(true);
    expect(file.bytes.length).toBeGreaterThan(2_000);
    expect(file.bytes.length).toBeLessThan(90_000);
    expect(exam.fileUrl.slice(-4)).toBe(file.fileName.slice(-4));
    expect(file.fileName).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d\.(?:pdf|jpg)$/);
    expect(file.mediaType).toBe(isImageExam(examType) ? 'image/jpeg' : 'application/pdf');
  });
});

describe.each(imageExamTypes)('%s', (examType) => {
  test('decodes to an image that shows something', async () => {
    const { bytes } = await buildExamFile(buildExam(context, { examType }), patient, context);
    const image = sharp(bytes);
    expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    const { channels } = await image.stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  });
});

describe.each(knownExamTypes.filter((examType) => !isImageExam(examType)))('%s', (examType) => {
  test('is a PDF of one page with the patient, values and the notice of a demonstration', async () => {
    const { bytes } = await buildExamFile(buildExam(context, { examType }), patient, context);
    const raw = bytes.toString('latin1');
    expect(raw.startsWith('%PDF-')).toBe(true);
    expect(raw.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(raw.match(/\/Type \/Page\b/g)).toHaveLength(1);
    const text = pageText(bytes);
    expect(text).toContain('Íñigo Núñez Güemes');
    expect(text).toContain('Determinación');
    expect(text).toContain('Documento de demostración');
  });
});
