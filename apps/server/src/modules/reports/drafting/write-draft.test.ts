import { buildPatient } from '@simiente/builders/patients';
import { createContext } from '@simiente/builders/random';
import { buildResultSets } from '@simiente/builders/results';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { toQuotableResults } from '@simiente/contract/reports/guard/quotable-result';
import type { ResultSet } from '@simiente/contract/results/calls';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../../scripts/test-length.mjs';
import { makeResultSet, valueIn } from '../testing/result-set.ts';
import { writeDraft } from './write-draft.ts';

const ZONE = 'America/Mexico_City';

const low = [
  valueIn('volume', '2.1', 'mL', { range: '≥ 1.4' }),
  valueIn('ph', '7.4', 'pH', { range: '≥ 7.2' }),
  valueIn('concentration', '14', '10*6/mL'),
  valueIn('progressiveMotility', '34', '%'),
  valueIn('nonProgressiveMotility', '10', '%'),
  valueIn('immotile', '56', '%'),
  valueIn('vitality', '60', '%'),
  valueIn('normalForms', '3', '%'),
  valueIn('leukocytes', '1', '10*6/mL', { comparator: '<' }),
];
const hormonal = makeResultSet({
  idResultSet: 'res_h',
  examType: 'Hormonal',
  abstinenceDays: null,
  completeSample: null,
  values: [
    valueIn('fsh', '14.2', 'mUI/mL', { range: '1.5 – 12.4' }),
    valueIn('prolactin', '9.1', 'ng/mL'),
  ],
});

function writeText(...sets: ResultSet[]): string {
  return writeDraft(sets, ZONE)?.text ?? '';
}

/** Collects figures that the results do not confirm; a draft may quote only its results. */
function wrongFigures(sets: readonly ResultSet[]) {
  const text = writeDraft(sets, ZONE)?.text ?? '';
  return checkFigures(text, toQuotableResults(sets), ZONE).filter(
    ({ verdict }) => verdict !== 'agrees' && verdict !== 'reference-agrees',
  );
}

describe('a rule-based draft', () => {
  test('describes values, references and usual next studies, without a judgement', () => {
    expect(writeDraft([makeResultSet({ values: low })], ZONE)?.text).toBe(
      [
        'En resumen',
        'En tu muestra del 12 oct 2026, la concentración, el número total y las formas normales quedaron por debajo del percentil 5 de hombres fértiles, OMS 2021.',
        'Seminograma del 12 oct 2026 en Lab Piedra de Río.',
        [
          'El volumen fue de 2.1 mL, entre el percentil 10 y el 25.',
          'La concentración fue de 14 millones/mL, por debajo del percentil 5 de hombres fértiles, OMS 2021.',
          'El número total fue de 29.4 millones por eyaculado (dato calculado), por debajo del percentil 5 de hombres fértiles, OMS 2021.',
          'La movilidad progresiva fue de 34 %, entre el percentil 5 y el 10.',
          'La movilidad total fue de 44 % (dato calculado), entre el percentil 5 y el 10.',
          'Los espermatozoides inmóviles fueron el 56 %, entre el percentil 90 y el 95.',
          'La vitalidad fue de 60 %, entre el percentil 10 y el 25.',
          'Las formas normales fueron el 3 %, por debajo del percentil 5 de hombres fértiles, OMS 2021.',
          'Los espermatozoides no progresivos fueron el 10 %.',
          'El pH fue de 7.4 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
          'La concentración de leucocitos fue de menos de 1 millón/mL (umbral de consenso: < 1).',
        ].join(' '),
        'Antes de llegar a una conclusión suele repetirse el seminograma, con 2 a 7 días de abstinencia. También suele pedirse un perfil hormonal.',
        'Ningún valor por sí solo indica si un hombre es fértil; tu médico los interpreta en conjunto, con tu historia clínica y tu exploración física.',
      ].join('\n\n'),
    );
  });

  test('each sentence has the values and the rule that it came from, and together they are the text', () => {
    const draft = writeDraft([makeResultSet({ values: low }), hormonal], ZONE);
    expect(draft?.sentences.map(({ text }) => text).join('')).toBe(draft?.text);
    for (const { facts } of draft?.sentences ?? []) expect(facts.rule).not.toBe('');
    const concentration = draft?.sentences.find(({ text }) => text.startsWith('La concentración'));
    expect(concentration?.facts.values).toEqual(['Concentración: 14 millones/mL']);
  });

  test('a value without a printed range is compared with nothing, and is never called normal', () => {
    const text = writeText(hormonal);
    expect(text).toContain('FSH: 14.2 mUI/mL, por encima del rango del laboratorio (1.5 – 12.4).');
    expect(text).toContain(
      'Prolactina: 9.1 ng/mL; el laboratorio no imprimió un rango con el cual compararlo.',
    );
    expect(text).not.toMatch(/\bnormal\b|anormal|\bbajo el rango|diagn/i);
    expect(text).toContain('suele pedirse un seminograma reciente');
  });

  test('missing values and values that were measured late are named', () => {
    const late = makeResultSet({
      values: low.slice(0, 4),
      abstinenceDays: '1',
      completeSample: false,
      status: 'capturado',
      analyzedAt: '2026-10-12T16:20:00.000Z',
    });
    const text = writeText(late);
    expect(text).toContain('aún no están validados');
    expect(text).toContain('El laboratorio no reportó: vitalidad, formas normales y leucocitos.');
    expect(text).toContain('Se analizó 80 minutos después de la toma');
    expect(text).toContain('Abstinencia de 1 día; lo indicado es de 2 a 7.');
    expect(text).toContain('La muestra no se recolectó completa');
    const unknown = writeText(
      makeResultSet({ values: low, abstinenceDays: null, analyzedAt: null }),
    );
    expect(unknown).toContain('No se registró cuántos días de abstinencia hubo.');
    expect(unknown).toContain('no se sabe si la movilidad se leyó en los primeros 60 minutos');
  });

  test('a count of zero is never called azoospermia, and the draft reports what the pellet showed', () => {
    const makeZeroCount = (pellet?: string) =>
      writeText(
        makeResultSet({
          values: [
            valueIn('volume', '2.1', 'mL'),
            valueIn('concentration', '0', '10*6/mL'),
            ...(pellet === undefined ? [] : [{ analyte: 'pellet', choice: pellet }]),
          ],
        }),
      );
    expect(makeZeroCount()).toContain('falta saber qué mostró el sedimento centrifugado');
    expect(makeZeroCount('none')).toContain('tampoco en el sedimento centrifugado');
    expect(makeZeroCount('seen')).toContain('y sí en el sedimento centrifugado');
    for (const text of [makeZeroCount(), makeZeroCount('none'), makeZeroCount('seen')])
      expect(text).not.toMatch(/azoospermia/i);
  });

  test('DNA fragmentation is never compared, and its method is named', () => {
    const withMethod = (method: string | null) =>
      writeText(
        makeResultSet({
          examType: 'Fragmentacion_ADN',
          method,
          values: [valueIn('dnaFragmentationIndex', '18', '%', { range: '≤ 25' })],
        }),
      );
    expect(withMethod('SCSA')).toContain('18 % (método SCSA); no hay límite de la OMS.');
    expect(withMethod(null)).toContain('sin método registrado, no se puede interpretar');
    expect(withMethod('SCSA')).not.toContain('≤ 25');
  });

  test('the previous sample is quoted with its day, and withdrawn values are left out', () => {
    const before = makeResultSet({
      idResultSet: 'res_0',
      collectedAt: '2026-01-14T15:00:00.000Z',
      values: [
        valueIn('concentration', '20', '10*6/mL'),
        valueIn('normalForms', '9', '%', { withdrawn: true }),
      ],
    });
    const text = writeText(makeResultSet({ values: low }), before);
    expect(text).toContain(
      'En la muestra anterior, del 14 ene 2026, la concentración fue de 20 millones/mL.',
    );
    expect(text).not.toContain('9 %');
  });

  test('E-10.706: a sample of an unknown day is neither the newest nor an earlier one, however late it was entered', () => {
    const undated = makeResultSet({
      idResultSet: 'res_u',
      collectedAt: null,
      enteredAt: '2030-01-01T15:00:00.000Z',
      values: [valueIn('concentration', '90', '10*6/mL')],
    });
    expect(writeText(undated, makeResultSet({ values: low }))).toBe(
      writeText(makeResultSet({ values: low })),
    );
    const undatedDraft = writeText(undated, makeResultSet({ collectedAt: null, values: low }));
    expect(undatedDraft).toContain('Seminograma de fecha no registrada');
    expect(undatedDraft).not.toContain('anterior');
  });

  test('needs results', () => {
    expect(writeDraft([], ZONE)).toBeNull();
    expect(writeDraft([makeResultSet({ values: [] })], ZONE)).toBeNull();
  });

  test('every figure of the drafts of many patients agrees with their results', () => {
    const context = createContext({ seed: 11, now: new Date('2026-11-20T15:00:00Z') });
    const users = Array.from({ length: forLength(50, 200) }, () => buildPatient(context));
    const records = Map.groupBy(buildResultSets(context, { users }), ({ idUser }) => idUser);
    expect(records.size).toBeGreaterThan(users.length / 2);
    for (const sets of records.values()) {
      const shown = sets.map(({ validated, values, ...set }) =>
        makeResultSet({
          ...set,
          status: validated ? 'validado' : 'capturado',
          values: values.map((value) => ({ ...value })),
        }),
      );
      expect(wrongFigures(shown)).toEqual([]);
    }
  });
});
