import { Hl7Message } from '@medplum/core';
import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
} from '@simiente/contract/results/analytes/catalogue';
import { expect, test } from 'vitest';
import { confirmsAnalyte } from '../import/analyte-names.ts';
import { guessAnalyte } from '../import/headings.ts';
import { identify } from './identify.ts';

const study = { status: 'F', names: [], specimens: [], groups: [], type: '', codes: new Map() };

function identifyNamed(key: AnalyteKey, name: string, subId = '') {
  const text = `MSH|^~\\&|LIS\rOBX|1|ST|${getAnalyte(key).loinc}^${name}^LN|${subId}|x||||||F`;
  const obx = Hl7Message.parse(text).getSegment('OBX');
  if (obx === undefined) throw new Error('The message has an OBX');
  return identify(obx, study);
}

/** Names that laboratories send beside the code of an analyte: names of it, and names of something else. */
test.each<[key: AnalyteKey, names: string, others: string]>([
  [
    'progressiveMotility',
    'Grado A + B|Grado A + Grado B|Grados A y B|Motilidad progresiva (a + b)|Progresivos (a+b)|Progresiva (rápida + lenta)|Motilidad progresiva rápida y lenta|Movilidad progresiva total|% progresivos|Porcentaje de móviles progresivos|Espermatozoides con movilidad progresiva|Sperm progressive motility|Motilidad PR|Motilidad progresiva a 37 °C|Movilidad progresiva (A + B)|Progresivos A+B|Motilidad progresiva (tipo a+b)|Mov. progresiva|Movilidad grado a+b|PR (%)|Espermatozoides progresivos|Motilidad progresiva: rápidos + lentos|Traslativos rápidos y lentos|Motilidad traslativa|Motilidad progresiva (A y B)|Movilidad progresiva (PR)|Móviles progresivos %|Motilidad progresiva (a,b)',
    'Motilidad lenta|Motilidad rápida|Grado A|Tipo B|Tipo A|Grado C|Clase D|Grado B progresión lenta|Progresivos (a)|Inmóviles vivos|Motilidad total (PR+NP)|Motilidad in situ|Motilidad no progresiva|Velocidad lineal progresiva (VSL)|Velocidad curvilínea|Conteo de móviles progresivos (%)|Número total de móviles progresivos|Cuenta de progresivos|Vivos|Motilidad progresiva post-capacitación|Motilidad progresiva a las 2 horas|Rápidos progresivos|Progresión lineal lenta|Móviles no progresivos|% inmóviles|Estáticos|Motilidad 24 h|Motilidad post swim-up|Velocidad promedio|Astenozoospermia|TPMSC|REM|Recuento de espermatozoides móviles|Motilidad nula|Movilidad global|Motilidad vibratoria|PR + NP',
  ],
  [
    'rapidMotility',
    'Grado A|Grado A (rápidos)|Tipo A: progresión rápida|Móviles rápidos|Traslativos rápidos (a)|Movilidad tipo A|Progresión lineal rápida|Motilidad lineal rápida|Rápida|a (rápidos)',
    'Rápidos y lentos|Grado A+B|Motilidad lenta|Grado B|Traslativos lentos|Movilidad tipo B|Movilidad progresiva total|A+B',
  ],
  [
    'slowMotility',
    'Grado B|Motilidad lenta|Progresivos lentos (b)|Traslativos lentos|Movilidad tipo B|Lenta|b (lentos)',
    'Grado A|Grado C|Movilidad tipo A|Movilidad tipo C',
  ],
  [
    'nonProgressiveMotility',
    'Grado C|Movilidad in situ|Motilidad no progresiva (c)|No traslativos|Movilidad tipo C|Motilidad no lineal|Movilidad no progresiva o in situ|No progresivos (NP)|Móviles no progresivos',
    'Progresivos lentos|Grado D|Movilidad tipo D|Inmóviles|Móviles progresivos',
  ],
  [
    'immotile',
    'Grado D|Inmóviles (d)|Total inmóviles|Movilidad tipo D|Inmóviles|No móviles|Sin movilidad|Motilidad nula|Espermatozoides inmóviles (IM)',
    'Grado C|Inmóviles vivos|Inmóviles muertos|Muertos|Móviles lentos|Inmóviles vitales|Movilidad tipo C|Móviles',
  ],
  [
    'totalMotility',
    'Motilidad total|Motilidad (a+b+c)|Movilidad total (PR + NP)|Móviles|Motilidad progresiva y no progresiva|Total de espermatozoides móviles|Motilidad total (A+B+C)|Movilidad global|Motilidad total (%)|Porcentaje de móviles',
    'Motilidad (a+b)|Número total de espermatozoides móviles|Índice de motilidad|Grado A|Motilidad rápida|Movilidad progresiva|Inmóviles|TMSC|Cuenta de móviles|Movilidad tipo C',
  ],
  [
    'vitality',
    'Eosina negativos|Vitalidad (eosina)|Vitalidad (eosina-nigrosina)|No teñidos|Espermatozoides no teñidos con eosina|Viables|Prueba hipoosmótica (HOS)|Vitalidad|Viabilidad espermática|Espermatozoides vivos|Vivos (eosina)|Tinción supravital|Vitalidad espermática (no teñidos)|Prueba de eosina|Vivos %|Integridad de membrana',
    'Eosina positivos|Eosina (+)|Teñidos|Espermatozoides coloreados|Mortalidad|Muertos|No viables|Vivos móviles|Vivos inmóviles|Móviles|Motilidad progresiva|Rojos (eosina)|Muertos (%)|Espermas muertos|Apoptosis|Inmóviles|Espermatozoides rosados',
  ],
  [
    'normalForms',
    'Formas normales (Kruger)|Morfología normal (criterio estricto)|Morfología|Espermatozoides normales|Sperm normal morphology|Formas normales|Morfología estricta de Kruger (formas normales)|Normales|Morfología normal|Formas ovales normales|Morfología OMS|Espermatozoides morfológicamente normales|Morfología espermática normal|Espermatozoides normales (%)',
    'Cabezas normales|Colas normales|Pieza media normal|Formas anormales|Anormalidades de cabeza|Formas inmaduras|Teratospermia|Acrosoma normal|Formas con cabeza normal|Formas amorfas|Macrocéfalos|Patológicas|Formas alteradas|Inmaduros|Teratozoospermia|ITZ|Gota citoplasmática|Cabezas anormales',
  ],
  [
    'headDefects',
    'Defectos de cabeza|Cabezas anormales|Anomalías de cabeza|Alteraciones de cabeza|Anomalías de la cabeza|Defectos en cabeza|Cabeza|Anormales de cabeza',
    'Cabezas normales|Cabeza amorfa|Microcefálicos|Cabeza piriforme|Bicéfalos|Defectos de cola|Anormalidades en pieza media|Cola|Cabezas ovales normales|Cabeza alargada|Cabezas pequeñas',
  ],
  [
    'midpieceDefects',
    'Anormalidades de cuello y pieza media|Pieza intermedia|Defectos de cuello/pieza media|Anomalías de pieza media|Cuello y pieza intermedia',
    'Defectos de cabeza|Gota citoplasmática|Pieza media normal|Cabeza|Cola|Cuello normal',
  ],
  [
    'tailDefects',
    'Alteraciones del flagelo|Defectos de cola|Cola|Flagelo|Defectos en cola|Anomalías del flagelo',
    'Cola enrollada|Cola doble|Colas normales|Cabeza|Cola corta|Pieza media',
  ],
  [
    'cytoplasmicDroplets',
    'Gotas citoplasmáticas|Exceso de residuo citoplasmático|Gota citoplasmática|Exceso de citoplasma residual|Residuo citoplasmático',
    'Defectos de cabeza|Cola|Cabeza',
  ],
  [
    'teratozoospermiaIndex',
    'Índice de teratozoospermia|TZI',
    'Índice de deformidad espermática (SDI)|Índice de anomalías múltiples',
  ],
  [
    'concentration',
    'Concentración espermática|Concentración de espermatozoides por mL|Densidad espermática|Cuenta de espermatozoides|Recuento espermático|Espermatozoides/mL|Sperm concentration|Espermatozoides x mL|Conteo espermático|Cuenta espermática|Cuenta de espermatozoides por mL|Número de espermatozoides por mL|No. de espermatozoides/mL|Concentración (millones/mL)|Concentración de espermatozoides en semen|Numero de espermatozoides (millones/ml)|Espermatozoides totales por mL|Densidad',
    'Concentración espermática total|Espermatozoides totales|Número total de espermatozoides|Total por eyaculado|Espermatozoides por eyaculado|Concentración de móviles progresivos|Células germinales|Leucocitos|Eritrocitos|Concentración de formas normales|Espermatozoides normales|Porcentaje de espermatozoides|Espermatozoides en orina|Concentración de espermatozoides vivos|Concentración de leucocitos|Bacterias|TMSC|Espermatozoides muertos/mL|Concentración post-centrifugado|Cuenta total por eyaculado|Espermatozoides inmóviles/mL',
  ],
  [
    'leukocytes',
    'Leucocitos|Leucocitos (peroxidasa +)|Células redondas peroxidasa positivas|Leucocitos totales|Leucocitos en semen|Leucocitos/mL|Concentración de leucocitos|Células peroxidasa positivas|Conteo de leucocitos|Leucocitos peroxidasa positivos',
    'Células peroxidasa negativas|Células redondas|Células germinales|Eritrocitos|Células epiteliales|Linfocitos|Esterasa leucocitaria|Polimorfonucleares|Leucocitos en sangre|Porcentaje de leucocitos|Neutrófilos|Células redondas/mL|Leucocitos en orina|Espermatogonias',
  ],
  [
    'roundCells',
    'Células redondas|Células redondas (leucocitos y germinales)|Células redondas/mL|Concentración de células redondas|Otras células redondas|Células redondas totales',
    'Leucocitos|Células germinales|Espermátidas|Leucocitos/mL|Células epiteliales|Células germinales inmaduras',
  ],
  ['agglutination', 'Aglutinación|Aglutinación cabeza-cabeza', 'Agregación'],
  [
    'marIgG',
    'MAR test IgG|Anticuerpos antiespermatozoides IgG|MAR IgG|MAR-test IgG|IgG anti espermatozoide|Anticuerpos antiespermáticos IgG (MAR)',
    'MAR IgM|Anticuerpos antiespermatozoides IgA|MAR IgA|IgM',
  ],
  ['marIgA', 'MAR IgA', 'Anticuerpos IgG'],
  [
    'fructose',
    'Fructosa|Fructosa seminal|Fructosa en plasma seminal|Fructosa en semen|Fructosa seminal cuantitativa|Fructosa (µmol/mL)',
    'Fructosa por eyaculado|Fructosa corregida|Zinc seminal|Fructosamina|Glucosa seminal|Fructosa total por eyaculado',
  ],
  [
    'zinc',
    'Zinc|Zinc en plasma seminal|Zinc en semen|Zinc seminal|Zn',
    'Zinc sérico|Zinc en suero|Zinc en plasma|Zinc por eyaculado|Zinc eritrocitario|Zinc urinario|Zinc plasmático|Cobre',
  ],
  [
    'citrate',
    'Ácido cítrico|Citrato|Ácido cítrico en semen|Citrato seminal',
    'Citrato en orina|Ácido ascórbico',
  ],
  [
    'glucosidase',
    'Alfa glucosidasa neutra|α-glucosidasa neutra|Alfa-1,4-glucosidasa|Glucosidasa',
    'Glucosidasa ácida|Fosfatasa ácida|Fosfatasa ácida prostática',
  ],
  [
    'volume',
    'Volumen|Volumen de la muestra|Volumen total|Volumen (normal: ≥ 1.4 mL)|Volumen del eyaculado|Volumen seminal|Volumen (mL)|Vol.|Volumen eyaculado (normal 1.5 mL o más)',
    'Volumen testicular derecho|Volumen prostático|Volumen corpuscular medio|Volumen urinario|Volumen fracción 1|Volumen residual|Volumen de orina|Volumen plaquetario medio|Volumen ovárico|Volumen testicular',
  ],
  ['liquefaction', 'Tiempo de licuefacción', 'Viscosidad'],
  ['colour', 'Aspecto', ''],
  [
    'fsh',
    'FSH|Hormona folículo estimulante (FSH)|Folitropina|Hormona Folículo-Estimulante (FSH)|FSH (Hormona Foliculoestimulante)|Hormona estimulante del folículo|HFE|Hormona Folículo Estimulante en suero|FSH sérica',
    'Hormona luteinizante (LH)|FSH urinaria|FSH/LH|Relación FSH/LH|FSH en semen|Estradiol (E2)|Cortisol|FSH receptor|Inhibina B|FSH 60 min|LH|Subunidad alfa',
  ],
  [
    'lh',
    'Hormona luteinizante|LH en suero|Hormona luteinizante (LH) en suero|HL|Hormona Luteinizante|LH basal',
    'LH/FSH|Beta hCG|Gonadotropina coriónica|LH estimulada|hCG beta libre|LH 30 minutos|FSH y LH|Lutropina en orina',
  ],
  [
    'testosterone',
    'Testosterona|Testosterona total|Testosterona total en suero|Testosterona total (suero)|Testosterona sérica total|TESTOSTERONA TOTAL EN SUERO',
    'Testosterona libre|Testosterona libre calculada|Epitestosterona|DHT|Androstenediona|Índice de andrógenos libres|Testosterona/Estradiol|Testosterona en saliva|Testosterona salival|Testosterona débilmente unida|Testosterona ligada a SHBG|Dihidrotestosterona (DHT)|17-hidroxiprogesterona|Testosterona post supresión|Testosterona % libre|Androsterona',
  ],
  [
    'freeTestosterone',
    'Testosterona libre|Testosterona libre calculada|Testosterona libre directa|Testosterona libre en suero|Testosterona libre (RIA)',
    'Testosterona total sérica|Índice de testosterona libre|Porcentaje de testosterona libre|Testosterona biodisponible|Testosterona total (suero)|Testosterona libre en saliva',
  ],
  [
    'prolactin',
    'Prolactina|Prolactina (PRL) basal|Prolactina sérica|Prolactina basal|PRL|Prolactina (PRL)',
    'Macroprolactina|Prolactina post PEG|Prolactina seminal|Big prolactina|Prolactina monomérica|Lactógeno placentario|Prolactina 20 min',
  ],
  [
    'estradiol',
    'Estradiol|17-beta estradiol|17 β-estradiol (E2)|Estradiol 17 beta|E2|Estradiol sérico|Estradiol (E2) en suero',
    'Estrona|Estriol|Estrógenos totales|Estradiol libre|Etinilestradiol|Estrona (E1)|Estriol libre|Estradiol en saliva|Testosterona',
  ],
  [
    'shbg',
    'SHBG|Globulina transportadora de hormonas sexuales|Globulina fijadora de testosterona (SHBG)|Globulina fijadora de andrógenos|Globulina fijadora de hormonas sexuales (SHBG)|Globulina transportadora de esteroides sexuales|SHBG en suero|Globulina ligadora de andrógenos y estrógenos',
    'Globulina transportadora de tiroxina|Transcortina|Índice de andrógenos libres (FAI)|Testosterona|Albúmina|Índice androgénico',
  ],
  [
    'dheaS',
    'DHEA-S|DHEA-SO4|DHEAS|DHEA sulfato|Sulfato de DHEA|S-DHEA|SDHEA|Dehidroepiandrosterona sulfato|Sulfato de dehidroepiandrosterona (DHEA-S)|DHEA-SULFATO|Dehidroepiandrosterona-S|DHEA(S)|DHEA sulfatada|DHEA-S en suero|Dehidroepiandrosterona sulfato (DHEA-S)|Sulf. de DHEA',
    'DHEA|Dehidroepiandrosterona|Dehidroepiandrosterona (DHEA)|DHEA no conjugada|DHEA libre|Androsterona|Dehidroepiandrosterona no sulfatada',
  ],
  [
    'inhibinB',
    'Inhibina B|Inhibina-B|Inhibina B en suero|Inhibina (B)',
    'Inhibina A|Hormona antimülleriana|Activina A|Inhibina total|AMH',
  ],
  [
    'tsh',
    'TSH|TSH ultrasensible|Hormona estimulante de tiroides|Tirotropina (TSH)|Hormona estimulante de la tiroides (TSH) 3a generación|Tirotrofina|TSH 3ra generación|Hormona tiroestimulante',
    'Anticuerpos anti receptor de TSH|TRAb|T4 libre|TSH neonatal|Tiroglobulina|Anti-TPO|TSH post TRH|TSI',
  ],
  [
    'freeT4',
    'T4 libre|Tiroxina libre (T4L)|Tiroxina libre|T4 libre (FT4)|FT4|T4L|Tiroxina (T4) libre',
    'Tiroxina total|Tiroxina total (T4)|Índice de tiroxina libre|T3 libre|TBG|Tiroxina total sérica|T4 total',
  ],
  [
    'totalT4',
    'Tiroxina (T4)|T4 total|Tetrayodotironina|Tiroxina total (T4)|T4',
    'Tiroxina libre|T4 libre|Índice de T4|T3 total',
  ],
  [
    'freeT3',
    'T3 libre|Triyodotironina libre|T3 libre (FT3)|FT3|Triyodotironina libre (T3L)',
    'Triyodotironina total|T3 total|T4 libre|T3 reversa',
  ],
  [
    'totalT3',
    'T3|Triyodotironina total (T3)|Triiodotironina|T3 total|Triyodotironina',
    'T3 reversa|Captación de T3|T3 uptake|T3 libre|Retención de T3|T4 total',
  ],
  [
    'hba1c',
    'HbA1c|Hemoglobina glucosilada|Hemoglobina glucosilada A1c|Hemoglobina A1c|Hemoglobina glicosilada (HbA1c)|HbA1c (NGSP)|Hemoglobina glucada|Hemoglobina Glicosilada|A1c|Hemoglobina glicada (A1c) IFCC|Hemoglobina Glucosilada (HbA1c)|Hb A1c|Hemoglobina (A1c)',
    'Hemoglobina|Hemoglobina fetal|Hemoglobina A1|Hemoglobina A2|Glucosa promedio estimada|Glucosa|HbF|HbA2|Fructosamina|Hemoglobina total|eAG|Hemoglobina glucosilada A1 total|Glucosa media estimada|Hematocrito',
  ],
  [
    'karyotype',
    'Cariotipo|Cariotipo en sangre periférica|Cariotipo con bandas G|Cariotipo bandas GTG|Resultado del cariotipo|Fórmula cromosómica',
    'Cariotipo de la pareja|Cariotipo esposa|Cariotipo femenino|Cariotipo de pareja|Cariotipo en líquido amniótico',
  ],
  [
    'urineSpermCount',
    'Espermatozoides en orina post eyaculación|Concentración de espermatozoides en orina postorgasmo',
    'Leucocitos en orina|Eritrocitos en orina|Espermatozoides móviles en orina',
  ],
])(
  'E-10.4006: a name that contradicts the code of %s is not accepted as its name',
  (key, names, others) => {
    for (const name of names.split('|')) expect(identifyNamed(key, name).analyte, name).toBe(key);
    for (const name of others.split('|').filter(Boolean)) {
      const { analyte, note } = identifyNamed(key, name);
      expect([name, analyte, note]).toEqual([name, null, expect.stringMatching(/nombre/)]);
    }
  },
);

test('E-10.4006: the labels of an analyte do not contradict it', () => {
  for (const key of analyteKeys.filter((one) => !getAnalyte(one).isDerived)) {
    const { label, short = label } = getAnalyte(key);
    for (const name of [label, short])
      expect([name, confirmsAnalyte(name, key)]).toEqual([name, true]);
  }
});

const coded = analyteKeys.filter((key) => !['35456-3', null].includes(getAnalyte(key).loinc));

test.each(coded)('E-10.4015: each word of a name beside the code of %s is understood', (key) => {
  const { label } = getAnalyte(key);
  const findAnalyte = (name: string) => identifyNamed(key, name).analyte;
  for (const name of [`Resultado de ${label} (CASA)`, `1045 ${label}, OMS 2021`]) {
    expect([name, findAnalyte(name)]).toEqual([name, key]);
  }
  for (const word of ['quux', 'pool', '2 h', 'no', 'lavado', 'por campo', '/FSHB']) {
    expect([word, findAnalyte(`${label} ${word}`)]).toEqual([word, null]);
  }
});

test.each<[key: AnalyteKey, names: string, others: string]>([
  [
    'concentration',
    'Spermatozoa [#/volume] in Semen|Espermatozoides [Número/volumen] en Semen|Concentración (×10⁶/mL)|Concentración (x 10*6/mL)|No. de espermatozoides por mL|Concentración (normal: ≥ 16)',
    'Concentración funcional|PMSC|Espermatozoides por campo|Concentración total',
  ],
  [
    'progressiveMotility',
    'Spermatozoa.progressive/100 spermatozoa in Semen|Motilidad progresiva (OMS 6a edición)',
    'Motilidad A+C|Grados B y C|PR + NP|Motilidad progresiva en moco|Progresivos por mL',
  ],
  ['immotile', 'Sin movimiento|Non motile', 'c+d|NP + IM|No inmóviles'],
  [
    'normalForms',
    'Normales (≥ 4 %)',
    'Formas no normales|Globozoospermia|Formas limítrofes|Valores normales',
  ],
  [
    'leukocytes',
    'Leukocytes [#/volume] in Semen|WBC|White blood cells',
    'Peroxidasa (-)|Leucocitos %|Piocitos',
  ],
  ['marIgG', 'Anticuerpos anti-espermatozoide IgG', 'IgG total|IgG4|Immunobead IgG|MAR Ig A'],
  ['shbg', 'Sex hormone binding globulin', 'SHBG/Testosterona|Testosterona unida a SHBG|CBG'],
  ['totalT4', 'Thyroxine (T4) [Mass/volume] in Serum or Plasma|T-4', 'T4 L|T4 U|CD4|FT4'],
  ['totalT3', 'Total T3', 'T3 U|T3 L|rT3|Reverse T3'],
  [
    'hba1c',
    'Hemoglobin A1c/Hemoglobin.total in Blood|HbA 1c',
    'HbA1|Hb|Hemoglobina glicosilada total',
  ],
  ['urineSpermCount', 'Espermatozoides en orina', 'Espermatozoides en orina basal|pH de orina'],
])('E-10.4015: names beside the code of %s', (key, names, others) => {
  for (const name of names.split('|'))
    expect([name, identifyNamed(key, name).analyte]).toEqual([name, key]);
  for (const name of others.split('|'))
    expect([name, identifyNamed(key, name).analyte]).toEqual([name, null]);
});

test.each<[key: AnalyteKey, name: string, subId: string, found: AnalyteKey | null]>([
  ['progressiveMotility', 'Motilidad progresiva', '1.2', 'progressiveMotility'],
  ['progressiveMotility', 'Motilidad progresiva', '1-2', 'progressiveMotility'],
  ['progressiveMotility', 'Motilidad progresiva', 'B', null],
  ['azfC', 'Microdeleciones del cromosoma Y', 'c', 'azfC'],
  ['azfC', 'Expresión de AZFc', '', null],
  ['azfA', 'AZFa (sY84/sY86)', '', 'azfA'],
  ['azfA', 'AZFa (sY254, sY255)', '', null],
  ['azfA', 'AZFa sY84', '', null],
  ['rapidMotility', 'Prueba rápida', '', null],
  ['tsh', 'TSH-3', '', 'tsh'],
])('E-10.4015: beside the code of %s, %s with the sub-id «%s» is %s', (key, name, subId, found) => {
  expect(identifyNamed(key, name, subId).analyte).toBe(found);
});

test('E-10.4006: a letter in brackets is not read as a grade of motility', () => {
  expect(['Lipoproteína (a)', 'Progresiva rápida (a)'].map(guessAnalyte)).toEqual([
    null,
    'rapidMotility',
  ]);
});

test.each(['F1', 'F2', 'Fracción 2', 'Porción 2', 'Segunda muestra'])(
  'E-10.4007: the sub-id «%s» names a part of the ejaculate',
  (subId) => {
    expect(identifyNamed('concentration', 'Concentración', subId).analyte).toBeNull();
  },
);

test.each<[key: AnalyteKey, both: string, one: string]>([
  [
    'dheaS',
    'DHEA/DHEAS|DHEA y DHEA-S|DHEAS + DHEA',
    'DHEA-S/DHEA-SO4|DHEA-S (sulfato de DHEA)|DHEA/SO4',
  ],
  ['freeTestosterone', 'Testosterona/Testosterona libre', 'Testosterona, libre'],
  ['freeT4', 'T4/T4 libre|Tiroxina y tiroxina libre', 'T4 libre/FT4|Tiroxina (T4) libre'],
  ['freeT3', 'T3 y T3L', 'Triyodotironina (T3) libre'],
  ['hba1c', 'Hemoglobina/HbA1c', 'Hemoglobina glucosilada/HbA1c|HbA1c/Hb'],
  [
    'progressiveMotility',
    'Motilidad total y progresiva',
    'Movilidad/Progresiva (A + B)|A y B, total|Progresivos/total de espermatozoides',
  ],
])(
  'E-10.4085, E-10.4096: beside the code of %s, %s names two analytes, and %s one',
  (key, both, one) => {
    const identifyAll = (names: string) => names.split('|').map((name) => identifyNamed(key, name));
    for (const found of identifyAll(both)) expect(found.analyte).toBeNull();
    for (const found of identifyAll(one)) expect(found.analyte).toBe(key);
  },
);
