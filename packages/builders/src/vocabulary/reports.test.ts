import { illustratedExamTypes } from '@simiente/contract/exams/types';
import { describe, expect, test } from 'vitest';
import { writePrescription } from '../appointments.ts';
import { deriveProfile, patterns } from '../clinical-profiles.ts';
import { createContext, withStream } from '../random.ts';
import { writeExamReport } from './exam-reports.ts';
import { writeFirstReport } from './medical-reports.ts';

const context = createContext({ seed: 9, now: new Date('2026-11-20T15:00:00Z') });
const profiles = Array.from({ length: 200 }, (_, index) => deriveProfile(context, `usr_${index}`));
const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

test('two hundred patients include every pattern', () => {
  expect(new Set(profiles.map(({ pattern }) => pattern))).toEqual(new Set(patterns));
});

test('a patient’s values depend only on the id', () => {
  const other = createContext({ seed: 'another', now: new Date(0) });
  expect(deriveProfile(other, 'usr_7')).toEqual(profiles[7]);
});

test('the values of one patient are consistent', () => {
  for (const { pattern, semen, hormones, testes } of profiles) {
    expect(semen.progressive + semen.nonProgressive).toBeLessThanOrEqual(semen.vitality);
    expect(semen.vitality).toBeLessThanOrEqual(100);
    if (semen.concentration === 0) expect(semen.progressive).toBe(0);
    if (pattern === 'testicularFailure') {
      expect(hormones.fsh).toBeGreaterThan(12.4);
      expect(testes.right).toBeLessThan(12);
    }
    if (pattern !== 'normal') continue;
    expect(semen.volume).toBeGreaterThanOrEqual(1.4);
    expect(semen.volume * semen.concentration).toBeGreaterThanOrEqual(39);
    expect(semen.progressive).toBeGreaterThanOrEqual(30);
    expect(semen.progressive + semen.nonProgressive).toBeGreaterThanOrEqual(42);
    expect(semen.normalForms).toBeGreaterThanOrEqual(4);
  }
});

describe('built reports', () => {
  const written = profiles.map((profile, index) =>
    withStream(context, index, (inner) => {
      const examTypes = inner.faker.helpers.arrayElements(illustratedExamTypes, { min: 1, max: 8 });
      return {
        profile,
        examTypes,
        exam: writeExamReport(inner, { given: 'Íñigo', examTypes, profile }),
        first: writeFirstReport(inner, { given: 'Íñigo', profile }),
      };
    }),
  );

  test('have five to ten paragraphs, address the patient and cite sources', () => {
    for (const { exam, first } of written) {
      for (const report of [exam, first]) {
        expect(paragraphs(report).length).toBeGreaterThanOrEqual(5);
        expect(paragraphs(report).length).toBeLessThanOrEqual(10);
        expect(report).toContain('Íñigo');
        expect(report).toMatch(/【\d:\d+†[\w.]+】/);
        expect(report).toMatch(/^#/);
        expect(report).not.toMatch(/\{cita\}|undefined|NaN/);
      }
    }
  });

  test('have the patient’s values, and mention only exams that exist', () => {
    for (const { profile, examTypes, exam } of written) {
      if (examTypes.includes('Seminograma')) {
        expect(exam).toContain(`${profile.semen.volume} ml`);
      } else {
        expect(exam).not.toMatch(/Volumen:|eyaculado \(|movilidad progresiva/);
      }
      if (!examTypes.includes('Hormonal')) expect(exam).not.toMatch(/FSH (?:de )?\d/);
    }
  });

  test('contain markup to strip: bold, lists, tags and blank lines', () => {
    const all = written.map(({ exam, first }) => exam + first).join('\n');
    for (const mark of [/\*\*/, /^- /m, /<p>/, /<b>/, /&mdash;/, /\n {3}\n/]) {
      expect(all).toMatch(mark);
    }
  });

  test('differ between patients', () => {
    expect(new Set(written.map(({ exam }) => exam)).size).toBe(written.length);
  });
});

test('most prescriptions have a bold heading, a separator and lines; the others are one line', () => {
  const texts = profiles.map((profile, index) =>
    withStream(context, index, (inner) => writePrescription(inner, profile.pattern)),
  );
  const headed = texts.filter((text) => /^\*\*[^*\n]+\*\*\n(?:\n|---\n)\S/.test(text));
  expect(headed.length).toBeGreaterThan(texts.length * 0.85);
  for (const text of texts.filter((one) => !headed.includes(one))) expect(text).not.toContain('\n');
  expect(texts.some((text) => text.includes('\n---\n'))).toBe(true);
});
