import { provenOrder } from '@simiente/contract/common/read-date';
import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { isUnitText } from '@simiente/contract/results/analytes/read-unit';
import {
  type ColumnField,
  columnFieldNames,
  columnFields,
} from '@simiente/contract/results/columns';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { foldHeading, headingUnit, insideBrackets, withoutBrackets } from './heading-unit.ts';
import { isDateField, parseMap, plain, withUnit } from './read-map.ts';

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** The columns of a table as a map has them, or as their headings suggest; whether it fits is another question. */
export function describeColumns(
  map: string | null,
  { headings, units, rows }: Table,
): FileColumn[] {
  const wanted = map === null ? null : wantedBy(map);
  const guessed = new Set<string>();
  return headings.flatMap((heading, index): FileColumn[] => {
    // Only the first of two columns with the same name can be read.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MOST_SAMPLES);
    const { target, unit, order } = wanted?.get(plain(heading)) ?? {
      target: wanted === null ? guess(heading) : null,
      unit: null,
      order: null,
    };
    const isTaken = wanted === null && target !== null && guessed.has(target);
    if (target !== null) guessed.add(target);
    const read =
      unit === null && target !== null && isAnalyteKey(target)
        ? headingUnit(withUnit(heading, units[index] ?? ''), target)
        : null;
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, LONGEST_SAMPLE)),
        target: isTaken ? null : target,
        unit: read !== null && 'unit' in read ? read.unit : unit,
        unknownUnit: read !== null && 'unknown' in read ? read.unknown : null,
        order,
        asksOrder: isDateField(target) && provenOrder(cells) === null,
      },
    ];
  });
}

type Wanted = Pick<FileColumn, 'target' | 'unit' | 'order'>;

function wantedBy(map: string): ReadonlyMap<string, Wanted> {
  return new Map(
    Object.entries(parseMap(map)).map(([heading, wanted]): [string, Wanted] => {
      const nothing = { unit: null, order: null };
      if (wanted === null || typeof wanted === 'string') {
        return [plain(heading), { ...nothing, target: wanted || null }];
      }
      return 'field' in wanted
        ? [plain(heading), { ...nothing, target: wanted.field, order: wanted.order }]
        : [plain(heading), { ...nothing, target: wanted.analyte, unit: wanted.unit ?? null }];
    }),
  );
}

/** Usual headings besides the names of fields and analytes, divided by '|'. */
const usualHeadings: Partial<Record<ColumnField | AnalyteKey, string>> = {
  patient: 'idUser|paciente|id paciente',
  folio: 'folio|folio orden|no de folio|numero de folio',
  patientName: 'nombre|nombre completo|nombre paciente',
  birthDate: 'fecha nacimiento|fecha de nac|fecha nac|f nacimiento',
  collectedAt:
    'toma|fecha de toma|fecha toma|fecha y hora de toma|fecha de toma de muestra|toma de muestra|fecha de recoleccion|fecha de obtencion|fecha de muestra',
  collectedTime:
    'hora toma|hora de toma|hora de toma de muestra|hora de recoleccion|hora de obtencion|hora de muestra',
  receivedAt: 'fecha de recepcion|fecha y hora de recepcion|recepcion',
  receivedTime: 'hora de recepcion|hora recepcion',
  analyzedAt: 'fecha de analisis|fecha y hora de analisis|fecha de proceso|analisis',
  analyzedTime: 'hora de analisis|hora analisis|hora de proceso',
  abstinenceDays:
    'abstinencia|dias abstinencia|horas de abstinencia|horas abstinencia|abstinencia sexual',
  fastingHours: 'ayuno|horas ayuno',
  completeSample: 'recoleccion completa',
  method: 'metodologia|tecnica',
  volume: 'vol|volumen seminal|volumen del eyaculado',
  concentration:
    'concentracion espermatica|concentracion de espermatozoides|conc|densidad espermatica',
  totalNumber: 'total de espermatozoides|numero total de espermatozoides|conteo total',
  progressiveMotility: 'movilidad progresiva|motilidad progresiva|progresivos',
  nonProgressiveMotility: 'movilidad no progresiva|motilidad no progresiva|no progresivos',
  immotile: 'inmoviles|inmotiles|no moviles',
  totalMotility: 'movilidad total|motilidad total',
  vitality: 'vitalidad espermatica|viabilidad|vivos',
  normalForms: 'morfologia normal|morfologia|normales',
  liquefaction: 'tiempo de licuefaccion',
  fsh: 'hormona foliculo estimulante|foliculoestimulante',
  lh: 'hormona luteinizante|luteinizante',
  testosterone: 'testosterona',
  prolactin: 'prl',
  estradiol: 'e2',
  dheaS: 'dhea so4|sulfato de dhea',
  hba1c: 'hba1c|hemoglobina glucosilada|hemoglobina glicada',
  freeT4: 't4l|tiroxina libre',
  freeT3: 't3l',
};

/** Guesses by name and key; a field takes precedence over an analyte of the same name. */
const guesses: ReadonlyMap<string, string> = new Map(
  [
    ...analyteKeys
      .filter((key) => !getAnalyte(key).isDerived)
      .flatMap((key) => {
        const { label, short } = getAnalyte(key);
        return [key, label, ...(short === undefined ? [] : [short])].map((name) => [name, key]);
      }),
    ...columnFields.flatMap((field) => [
      [field, field],
      [columnFieldNames[field], field],
    ]),
    ...Object.entries(usualHeadings).flatMap(([target, names]) =>
      names.split('|').map((name) => [name, target]),
    ),
  ].map(([name = '', target = '']) => [foldHeading(name), target]),
);

/** Field or analyte that a heading names, with or without a unit. */
function guess(heading: string): string | null {
  const whole = guesses.get(foldHeading(heading));
  if (whole !== undefined) return whole;
  const words = withoutBrackets(heading)
    .replaceAll('%', ' % ')
    .split(/[\s_,;:]+/)
    .filter(Boolean);
  for (let end = words.length; end > 0; end -= 1) {
    const target = guesses.get(foldHeading(words.slice(0, end).join(' ')));
    const rest = words.slice(end);
    const isUnit = rest.length === 0 || isUnitText(rest.join(' ')) || isUnitText(rest.join('/'));
    if (target !== undefined && isUnit) return target;
  }
  // 'Globulina transportadora (SHBG)'.
  const [inside] = insideBrackets(heading).flatMap((text) => guesses.get(foldHeading(text)) ?? []);
  return inside ?? null;
}
