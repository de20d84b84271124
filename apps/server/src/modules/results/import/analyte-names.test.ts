import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
} from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import { expect, test } from 'vitest';
import { confirmsAnalyte } from './analyte-names.ts';
import { guessHeading } from './headings.ts';

const entered = analyteKeys.filter((key) => !getAnalyte(key).isDerived);

test.each(entered)('E-10.4030: the heading of %s may name each of its units', (key) => {
  const { label, units } = getAnalyte(key);
  const named = units.filter((unit) => unitLabel(unit) !== '');
  for (const name of named.map((unit) => `${label} (${unitLabel(unit)})`)) {
    expect([name, confirmsAnalyte(name.toUpperCase(), key)]).toEqual([name, true]);
    // The headings of urine need two brackets.
    if (!label.includes('orina')) expect([name, guessHeading(name)]).toEqual([name, key]);
  }
});

test.each(entered)('E-10.4030: the name of %s may end in a device, a method or limits', (key) => {
  const { label } = getAnalyte(key);
  for (const more of [
    '(Roche)',
    '(cobas e411)',
    '(ELFA)',
    '(1.5 o más)',
    '(menor de 60)',
    '(16 - 200)',
  ]) {
    const name = `${label} ${more}`;
    expect([name, confirmsAnalyte(name, key)]).toEqual([name, true]);
  }
});

test.each<[key: AnalyteKey, names: string, others: string]>([
  ['ph', 'P.H.|pH (tira reactiva)|Potencial de hidrógeno (pH)', 'pH urinario|pH arterial'],
  ['viscosity', 'Viscosidad (cm)|Viscosidad / filancia', 'Viscosidad del moco'],
  ['volume', 'Volumen (c.c.)|Volumen recolectado', 'Volumen residual|Volumen final'],
  [
    'concentration',
    'Cantidad de espermatozoides por mL|No. esp./mL',
    'No. total de espermatozoides|No. esp. total|Cantidad por eyaculado',
  ],
  ['progressiveMotility', 'Desplazamiento', 'Sin desplazamiento|Desplazamiento lento'],
  ['nonProgressiveMotility', 'Sin progresión|NONPROG. MOTILITY (NP) (%)', 'Con progresión'],
  ['immotile', 'Ausencia de movimiento', 'Sin progresión|Movimiento'],
  ['vitality', 'Eosina (-)|Vivos (eosina-nigrosina negativos)', 'HOS negativos|Células muertas'],
  ['normalForms', 'Morfología (Papanicolaou)|Formas normales (Diff-Quik)', 'Papanicolaou (ASC-US)'],
  ['headDefects', 'Def. de cabeza|Morfología: defectos de cabeza', 'Morfología normal de cabeza'],
  ['midpieceDefects', 'Segmento intermedio', 'Segmento final|Defectos de pieza principal'],
  ['tailDefects', 'Defectos de pieza principal', 'Pieza principal normal|Pieza intermedia'],
  ['leukocytes', 'Leucocitos (Endtz)', 'Leucocitos y germinales|Células blancas atípicas'],
  ['roundCells', 'Células redondas (leucocitos + germinales)', 'Células germinales redondas'],
  [
    'marIgG',
    'Ac. antiespermatozoides IgG|Mixed antiglobulin reaction IgG|MAR directo IgG',
    'Antiglobulina directa IgG|MAR indirecto IgG',
  ],
  ['dnaFragmentationIndex', 'DFI (SCSA)', 'Índice de ADN|ADN'],
  ['zinc', 'Zinc (absorción atómica)', 'Absorción de zinc'],
  [
    'fsh',
    'F.S.H.|Horm. folículo estimulante (FSH)|FSH (varones)',
    'FSH folicular|FSH (0-30 min)|FSH (0 a 2 h)',
  ],
  ['prolactin', 'Prolactina en ayuno de 8 h', 'Prolactina a las 8 h'],
  ['estradiol', 'E-2|17 ß estradiol', 'E-3|E 3'],
  ['dheaS', 'Deshidroepiandrosterona (DHEA-S)|D.H.E.A.-S', 'Deshidroepiandrosterona'],
  ['tsh', 'TSH us|TSH3-UL|Hormona estimulante tiroidea', 'US de tiroides|TSH 3|Tiroides'],
  ['freeT4', 'T4-L|T 4 libre', 'L-tiroxina|T-3 libre'],
  ['totalT3', 'Tri-yodotironina', 'Di-yodotironina|Tetra-yodotironina'],
  ['hba1c', 'Hemoglobina glucosilada fracción A1c|HGB A1C', 'Fracción A1|Hgb A2'],
  ['azfC', 'Gen AZFc', 'AZFc (sY254)|DAZ'],
  ['urineSpermCount', 'Espermatozoides en orina posorgásmica', 'Orina|Examen de orina'],
])('E-10.4031: names of %s, and names of something else', (key, names, others) => {
  for (const name of names.split('|'))
    expect([name, confirmsAnalyte(name, key)]).toEqual([name, true]);
  for (const name of others.split('|'))
    expect([name, confirmsAnalyte(name, key)]).toEqual([name, false]);
});
