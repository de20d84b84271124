import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { toQuotableResults } from '@simiente/contract/reports/guard/quotable-result';
import type { ResultSet } from '@simiente/contract/results/calls';
import { describe, expect, test } from 'vitest';
import { makeResultSet, valueIn } from '../testing/result-set.ts';
import { writeDraft } from './write-draft.ts';

const ZONE = 'America/Mexico_City';
const HEADING = 'Resumen de tus resultados';
const NO_SPERM =
  'No se observaron espermatozoides en la muestra en fresco, tampoco en el sedimento centrifugado.';
const CLOSING =
  'Ningún valor por sí solo indica si un hombre es fértil; tu médico los interpreta en conjunto, con tu historia clínica y tu exploración física.';
const SEMEN = 'Seminograma del 12 oct 2026 en Lab Piedra de Río.';
const REPEAT = 'Antes de llegar a una conclusión suele repetirse el seminograma, con';

const noSampleDetails = { abstinenceDays: null, completeSample: null, analyzedAt: null } as const;
const makeSet = (
  examType: string,
  values: Parameters<typeof makeResultSet>[0]['values'],
  more = {},
) =>
  makeResultSet({ ...noSampleDetails, idResultSet: `res_${examType}`, examType, values, ...more });
const choice = (analyte: string, value: string) => ({ analyte, choice: value });
const text = (analyte: string, words: string) => ({ analyte, text: words });
const motile = (pr: string, np: string, im: string) => [
  valueIn('progressiveMotility', pr, '%'),
  valueIn('nonProgressiveMotility', np, '%'),
  valueIn('immotile', im, '%'),
];
const makeZeroCount = (
  volume: string,
  more: Parameters<typeof makeResultSet>[0]['values'] = [],
) => [
  valueIn('volume', volume, 'mL'),
  valueIn('ph', '7.6', 'pH', { range: '≥ 7.2' }),
  valueIn('concentration', '0', '10*6/mL'),
  ...more,
];

interface Patient {
  readonly sets: readonly ResultSet[];
  readonly summary?: string;
  /** The paragraphs between summary and closing. */
  readonly sentences: readonly string[];
}

/** Expected texts, written by hand from the WHO manual, not copied from the output. */
const patients: Readonly<Record<string, Patient>> = {
  'a sample over the 5th centile': {
    summary:
      'En tu muestra del 12 oct 2026, el volumen, la concentración, el número total, la movilidad progresiva, la movilidad total, la vitalidad y las formas normales quedaron en el percentil 5 o por encima (hombres fértiles, OMS 2021).',
    sets: [
      makeResultSet({
        values: [
          valueIn('volume', '3.5', 'mL', { range: '≥ 1.4' }),
          valueIn('ph', '7.6', 'pH'),
          valueIn('concentration', '60', '10*6/mL', { range: '≥ 16' }),
          ...motile('50', '8', '42'),
          valueIn('vitality', '80', '%'),
          valueIn('normalForms', '10', '%'),
          valueIn('leukocytes', '0.4', '10*6/mL'),
        ],
      }),
    ],
    sentences: [
      SEMEN,
      [
        'El volumen fue de 3.5 mL, entre el percentil 50 y el 75.',
        'La concentración fue de 60 millones/mL, entre el percentil 25 y el 50.',
        'El número total fue de 210 millones por eyaculado (dato calculado), entre el percentil 50 y el 75.',
        'La movilidad progresiva fue de 50 %, entre el percentil 25 y el 50.',
        'La movilidad total fue de 58 % (dato calculado), entre el percentil 25 y el 50.',
        'Los espermatozoides inmóviles fueron el 42 %, entre el percentil 50 y el 75.',
        'La vitalidad fue de 80 %, entre el percentil 50 y el 75.',
        'Las formas normales fueron el 10 %, entre el percentil 25 y el 50.',
        'Los espermatozoides no progresivos fueron el 8 %.',
        'El pH fue de 7.6 (umbral de consenso: ≥ 7.2).',
        'La concentración de leucocitos fue de 0.4 millones/mL (umbral de consenso: < 1).',
      ].join(' '),
    ],
  },
  'azoospermia with an examined pellet': {
    summary: NO_SPERM,
    sets: [
      makeResultSet({
        values: makeZeroCount('3.2', [choice('pellet', 'none'), ...motile('0', '0', '0')]),
      }),
    ],
    sentences: [
      SEMEN,
      'No se observaron espermatozoides en la muestra en fresco, tampoco en el sedimento centrifugado. El volumen fue de 3.2 mL, entre el percentil 50 y el 75. El pH fue de 7.6 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
      `${REPEAT} 2 a 7 días de abstinencia y revisión del sedimento centrifugado. También suelen pedirse FSH, LH, testosterona total, un cariotipo y el estudio de AZF en el cromosoma Y.`,
    ],
  },
  'azoospermia with hormones and genetics': {
    summary: `${NO_SPERM} FSH está por encima del rango del laboratorio; LH está dentro del rango.`,
    sets: [
      makeResultSet({ values: makeZeroCount('3.2', [choice('pellet', 'none')]) }),
      makeSet('Hormonal', [
        valueIn('fsh', '24.1', 'mUI/mL', { range: '1.5 a 12.4' }),
        valueIn('lh', '7', 'mUI/mL', { range: '1.7 a 8.6' }),
      ]),
      makeSet('Cariotipo', [text('karyotype', '46,XY')]),
      makeSet('Microdelesiones', [choice('azfA', 'present'), choice('azfC', 'absent')]),
    ],
    sentences: [
      SEMEN,
      'No se observaron espermatozoides en la muestra en fresco, tampoco en el sedimento centrifugado. El volumen fue de 3.2 mL, entre el percentil 50 y el 75. El pH fue de 7.6 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
      'Perfil hormonal del 12 oct 2026 en Lab Piedra de Río. FSH: 24.1 mUI/mL, por encima del rango del laboratorio (1.5 a 12.4). LH: 7 mUI/mL, dentro del rango del laboratorio (1.7 a 8.6).',
      'Cariotipo del 12 oct 2026 en Lab Piedra de Río. Cariotipo (ISCN): 46,XY.',
      'Estudio AZF del cromosoma Y del 12 oct 2026 en Lab Piedra de Río. AZFa: Presente. AZFc: Ausente.',
      `${REPEAT} 2 a 7 días de abstinencia y revisión del sedimento centrifugado. También suele pedirse testosterona total.`,
    ],
  },
  'no sperm in the fresh sample, pellet not reported': {
    summary:
      'No se observaron espermatozoides en la muestra en fresco, y falta saber qué mostró el sedimento centrifugado, necesario para llegar a una conclusión.',
    sets: [makeResultSet({ values: makeZeroCount('3.2') })],
    sentences: [
      SEMEN,
      'No se observaron espermatozoides en la muestra en fresco, y falta saber qué mostró el sedimento centrifugado, necesario para llegar a una conclusión. El volumen fue de 3.2 mL, entre el percentil 50 y el 75. El pH fue de 7.6 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
      `${REPEAT} 2 a 7 días de abstinencia y revisión del sedimento centrifugado. También suele pedirse un perfil hormonal.`,
    ],
  },
  'sperm only in the pellet': {
    summary:
      'No se observaron espermatozoides en la muestra en fresco, y sí en el sedimento centrifugado.',
    sets: [makeResultSet({ values: makeZeroCount('3.2', [choice('pellet', 'seen')]) })],
    sentences: [
      SEMEN,
      'No se observaron espermatozoides en la muestra en fresco, y sí en el sedimento centrifugado. El volumen fue de 3.2 mL, entre el percentil 50 y el 75. El pH fue de 7.6 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
      `${REPEAT} 2 a 7 días de abstinencia y revisión del sedimento centrifugado. También suele pedirse un perfil hormonal.`,
    ],
  },
  'no ejaculate': {
    summary: 'No hubo eyaculado: el volumen fue de 0 mL.',
    sets: [makeResultSet({ values: [valueIn('volume', '0', 'mL')] })],
    sentences: [
      SEMEN,
      'No hubo eyaculado: el volumen fue de 0 mL.',
      'Antes de llegar a una conclusión suele confirmarse que la muestra no se perdió, y repetirse el estudio. También suele pedirse el estudio de la orina posterior al orgasmo.',
    ],
  },
  'little volume and sperm in the urine after orgasm': {
    summary:
      'En tu muestra del 12 oct 2026, el volumen, la concentración, el número total y la movilidad total quedaron por debajo del percentil 5 de hombres fértiles, OMS 2021.',
    sets: [
      makeResultSet({
        values: [
          valueIn('volume', '0.5', 'mL'),
          valueIn('concentration', '8', '10*6/mL'),
          ...motile('35', '5', '60'),
        ],
      }),
      makeSet('Orina_Post_Orgasmo', [choice('spermInUrine', 'seen')]),
    ],
    sentences: [
      SEMEN,
      [
        'El volumen fue de 0.5 mL, por debajo del percentil 2.5 de hombres fértiles, OMS 2021.',
        'La concentración fue de 8 millones/mL, por debajo del percentil 2.5 de hombres fértiles, OMS 2021.',
        'El número total fue de 4 millones por eyaculado (dato calculado), por debajo del percentil 2.5 de hombres fértiles, OMS 2021.',
        'La movilidad progresiva fue de 35 %, entre el percentil 5 y el 10.',
        'La movilidad total fue de 40 % (dato calculado), por debajo del percentil 5 de hombres fértiles, OMS 2021.',
        'Los espermatozoides inmóviles fueron el 60 %, entre el percentil 95 y el 97.5.',
        'Los espermatozoides no progresivos fueron el 5 %.',
      ].join(' '),
      'El laboratorio no reportó: pH, vitalidad, formas normales y leucocitos.',
      'Orina posterior al orgasmo del 12 oct 2026 en Lab Piedra de Río. Espermatozoides en orina: Se observaron.',
      `${REPEAT} 2 a 7 días de abstinencia. También suele pedirse un perfil hormonal. Con este volumen, los espermatozoides en la orina pueden deberse a una eyaculación retrógrada, que tu médico debe confirmar.`,
    ],
  },
  'an incomplete sample of little volume': {
    summary:
      'En tu muestra del 12 oct 2026, el volumen quedó por debajo del percentil 5 de hombres fértiles, OMS 2021.',
    sets: [
      makeResultSet({
        completeSample: false,
        values: [
          valueIn('volume', '1', 'mL'),
          valueIn('ph', '7.6', 'pH'),
          valueIn('concentration', '40', '10*6/mL'),
          valueIn('vitality', '80', '%'),
          valueIn('normalForms', '10', '%'),
          valueIn('progressiveMotility', '50', '%'),
          valueIn('leukocytes', '2', '10*6/mL'),
        ],
      }),
    ],
    sentences: [
      SEMEN,
      [
        'El volumen fue de 1 mL, por debajo del percentil 5 de hombres fértiles, OMS 2021.',
        'La concentración fue de 40 millones/mL, entre el percentil 25 y el 50.',
        'El número total fue de 40 millones por eyaculado (dato calculado), entre el percentil 5 y el 10.',
        'La movilidad progresiva fue de 50 %, entre el percentil 25 y el 50.',
        'La vitalidad fue de 80 %, entre el percentil 50 y el 75.',
        'Las formas normales fueron el 10 %, entre el percentil 25 y el 50.',
        'El pH fue de 7.6 (umbral de consenso: ≥ 7.2).',
        'La concentración de leucocitos fue de 2 millones/mL (umbral de consenso: < 1).',
      ].join(' '),
      'La muestra no se recolectó completa; eso puede reducir el volumen y el número total.',
      `${REPEAT} la muestra completa y 2 a 7 días de abstinencia. Por los leucocitos suele pedirse un cultivo de semen.`,
    ],
  },
  'a solid lesion in the ultrasound': {
    summary: `Importante: el reporte de ecografía testicular menciona «lesión sólida»; tu médico debe valorarlo antes que el resto. ${NO_SPERM}`,
    sets: [
      makeResultSet({ values: makeZeroCount('3.2', [choice('pellet', 'none')]) }),
      makeSet('Ecografia_Testicular', [
        valueIn('rightTestisVolume', '14', 'mL'),
        text(
          'findings',
          'Sin varicocele. Lesión sólida hipoecoica de 8 mm en polo superior derecho.',
        ),
      ]),
    ],
    sentences: [
      SEMEN,
      'No se observaron espermatozoides en la muestra en fresco, tampoco en el sedimento centrifugado. El volumen fue de 3.2 mL, entre el percentil 50 y el 75. El pH fue de 7.6 (rango del laboratorio: ≥ 7.2; umbral de consenso: ≥ 7.2).',
      'Ecografía testicular del 12 oct 2026 en Lab Piedra de Río. Volumen del testículo derecho: 14 mL; el laboratorio no imprimió un rango con el cual compararlo. El resto del texto del laboratorio está en sus resultados.',
    ],
  },
  'hormones that are preliminary and not validated': {
    summary:
      'Importante: el laboratorio marcó como crítico un resultado (perfil hormonal); tu médico debe valorarlo antes que el resto. Prolactina (preliminar) está por encima del rango del laboratorio; FSH está dentro del rango. Hay resultados que aún no están validados y pueden cambiar.',
    sets: [
      makeSet(
        'Hormonal',
        [
          valueIn('prolactin', '48', 'ng/mL', { range: '4.0 a 15.2', preliminary: true }),
          valueIn('fsh', '4.2', 'mUI/mL', { range: '1.5 a 12.4' }),
        ],
        { status: 'capturado', critical: ['Prolactina 48 ng/mL'] },
      ),
    ],
    sentences: [
      'Perfil hormonal del 12 oct 2026 en Lab Piedra de Río. Estos resultados aún no están validados y pueden cambiar. Resultado preliminar, que el laboratorio todavía puede cambiar: Prolactina. Prolactina: 48 ng/mL (preliminar), por encima del rango del laboratorio (4.0 a 15.2). FSH: 4.2 mUI/mL, dentro del rango del laboratorio (1.5 a 12.4).',
    ],
  },
  'a culture with an antibiogram': {
    sets: [
      makeSet('Cultivo_Semen', [
        choice('growth', 'growth'),
        text('organism', 'Escherichia coli'),
        valueIn('colonyCount', '100000', 'UFC/mL'),
        { analyte: 'antibiogram', name: 'Ciprofloxacino', choice: 'R', value: '4', unit: 'µg/mL' },
      ]),
    ],
    sentences: [
      'Cultivo de semen del 12 oct 2026 en Lab Piedra de Río. Cuenta de colonias: 100000 UFC/mL; el laboratorio no imprimió un rango con el cual compararlo. Desarrollo: Con desarrollo. Microorganismo: Escherichia coli. El resto del texto del laboratorio está en sus resultados.',
      'Para leer estos resultados en conjunto suele pedirse un seminograma reciente.',
    ],
  },
};

describe('H-C6, E-10.1395, E-10.1555: the rule-based draft equals the approved text', () => {
  test.each(Object.entries(patients))('%s', (_, { sets, summary, sentences }) => {
    const draft = writeDraft(sets, ZONE)?.text ?? '';
    expect(draft.split('\n\n')).toEqual([
      ...(summary === undefined ? [HEADING] : ['En resumen', summary]),
      ...sentences,
      CLOSING,
    ]);
    const found = checkFigures(draft, toQuotableResults(sets), ZONE);
    expect(found.filter(({ verdict }) => !verdict.endsWith('agrees'))).toEqual([]);
  });
});

test.each([
  ['Sin masas ni nódulos.', []],
  ['No se observan lesiones sólidas.', []],
  ['Se descarta tumoración.', []],
  ['Testículos sin lesiones focales. Varicocele izquierdo.', []],
  ['No se descarta neoplasia.', ['neoplasia']],
  ['No se observan quistes, masa de 8 mm en polo superior.', ['masa']],
  ['Sin varicocele; nódulo hipoecoico.', ['nódulo hipoecoico']],
  ['PI-RADS 4 en zona periférica', ['pi-rads 4']],
  ['Hallazgo compatible con SEMINOMA; valorar con urgencia', ['seminoma', 'urgencia']],
  ['Imagen sospechosa de malignidad', ['imagen sospechosa', 'malignidad']],
  ['Lesiones focales sospechosas.', ['lesiones focales sospechosas']],
  ['Imagen nodular hipoecoica de 8 mm.', ['imagen nodular']],
  ['Proceso expansivo.', ['proceso expansivo']],
  ['Testículo izquierdo sin flujo al Doppler.', ['sin flujo']],
  ['Sin torsión y no hay flujo.', ['no hay flujo']],
  ['No hay edema ni quistes, sin flujo al Doppler.', ['sin flujo']],
  ['Hematoma y ruptura de la albugínea.', ['hematoma', 'ruptura']],
  ['Adenoma hipofisario de 12 mm.', ['adenoma hipofisario']],
  ['LOE testicular derecha.', ['loe']],
  ['Se recomienda valoración inmediata.', ['valoración inmediata']],
  ['Sin hematomas ni rupturas.', []],
  ['Quiste simple de epidídimo; hidrocele tabicado.', []],
  ['No se puede descartar tumor.', ['tumor']],
  ['Sin poder excluir torsión.', ['torsión']],
  ['No concluyente para malignidad.', ['malignidad']],
  ['No se observa varicocele y se identifica una masa.', ['masa']],
  ['Testículo izquierdo ausente con masa inguinal.', ['masa']],
  ['Sin cambios respecto al tumor previo.', ['tumor']],
  ['Sin alteraciones salvo nódulo en polo superior.', ['nódulo']],
  ['Ausencia de testículo izquierdo por torsión.', ['torsión']],
  ['No demorar la valoración urgente.', ['urgente']],
  ['Flujo no detectable en testículo derecho.', ['flujo no detectable']],
  ['Ca. de próstata.', ['ca. de próstata']],
  ['Testículos con ecotextura normal sin masas.', []],
  ['Sin evidencia de lesiones sólidas ni tumores.', []],
  ['Torsión testicular descartada.', []],
  ['Masas: no se observan.', []],
  ['Sin datos de torsión.', []],
  ['Torsión no descartada.', ['torsión']],
  ['Hematoma: no se observa cambio.', ['hematoma']],
  ['Tumor descartado en 2020, ahora presente.', ['tumor']],
  ['Flujo vascular en la masa: ausente.', ['masa']],
  ['Márgenes del tumor negativos.', ['tumor']],
  ['Tumor izquierdo no palpado.', ['tumor']],
])(
  'H-C6, E-10.3750, E-10.3777: urgent words of %j are reported unless they are clearly negated',
  (findings, words) => {
    const set = makeSet('Ecografia_Testicular', [text('findings', findings)]);
    const draft = writeDraft([set], ZONE)?.text ?? '';
    for (const word of words) expect(draft).toContain(`«${word}»`);
    expect(draft.includes('Importante:')).toBe(words.length > 0);
    expect(draft.includes('suele pedirse')).toBe(words.length === 0);
  },
);

test('E-10.4091: the threshold of consensus is in the unit of the value', () => {
  const set = makeResultSet({ values: [valueIn('leukocytes', '999000', '/mL')] });
  const { text: draft = '' } = writeDraft([set], ZONE) ?? {};
  expect(draft).toContain('fue de 999000 /mL (umbral de consenso: < 1000000).');
  const verdicts = checkFigures(draft, toQuotableResults([set]), ZONE).map((one) => one.verdict);
  expect(verdicts.filter((verdict) => !verdict.endsWith('agrees'))).toEqual([]);
});

test('E-10.4094, E-10.4095: a value with a comparator is read beside its centile or range', () => {
  const atLeast = valueIn('vitality', '81', '%', { comparator: '>' });
  const below = valueIn('testosterone', '12', 'ng/mL', { comparator: '<', range: '< 12' });
  const sets = [makeResultSet({ whoEdition: 5, values: [atLeast] }), makeSet('Hormonal', [below])];
  const { text: draft = '' } = writeDraft(sets, ZONE) ?? {};
  expect(draft).toContain(
    'más de 81 %, en el percentil 5 o superior de hombres fértiles, OMS 2010.',
  );
  expect(draft).toContain('menos de 12 ng/mL, dentro del rango del laboratorio (< 12).');
  const found = checkFigures(draft, toQuotableResults(sets), ZONE);
  expect(found.filter(({ verdict }) => verdict.endsWith('differs'))).toEqual([]);
});
