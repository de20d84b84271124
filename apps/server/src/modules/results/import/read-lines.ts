import {
  type AnalyteKey,
  bloodAnalytes,
  findAnalyte,
  getAnalyte,
  isAnalyteKey,
  semenAnalytes,
} from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { type ColumnField, columnFieldNames } from '@simiente/contract/results/columns';
import { EMPTY_VALUE } from '@simiente/contract/results/values';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { joinFacts } from '../entering/sample.ts';
import { isSameRow, type SentValue } from '../entering/write-values.ts';
import { splitFlag } from './decimal-marks.ts';
import {
  findDurationUnit,
  findHeadingUnit,
  findStudyMatter,
  foldHeading,
  guessHeading,
} from './headings.ts';
import type { Column } from './read-map.ts';
import { EMPTY, NO_VALUE, type RowColumn, readRow } from './read-row.ts';
import type { LaboratoryRow } from './same-sample.ts';

type Options = Parameters<typeof readRow>[2] & {
  readonly headings: Table['headings'];
  readonly examType: string;
};

/** A sample, or the reason of its rejection, with the line of its first row. */
export interface ReadLine {
  readonly line: number;
  readonly read: LaboratoryRow | { readonly problem: string };
}

/**
 * The samples of a file with a row for each analyte. The rows of a patient and time are one sample, which is rejected
 * if the value of one of them is invalid. A row with an invalid patient, time or other fact is rejected alone.
 */
export function readTestRows(
  rows: Table['rows'],
  columns: readonly Column[],
  options: Options,
): ReadLine[] {
  const read = rows.map(({ line, cells }) => ({ line, ...readTestRow(cells, columns, options) }));
  const bySample = Map.groupBy(read, ({ line, facts }) => {
    if ('problem' in facts) return line;
    const { patientText, folioText, nameText, birthDateText, sample } = facts;
    return JSON.stringify([patientText, folioText, nameText, birthDateText, sample.collectedAt]);
  });
  return [...bySample.values()].map((lines) => ({
    line: lines[0]?.line ?? 0,
    read: joinTestRows(lines.map((one) => one.read)),
  }));
}

const ROW_FIELDS: readonly ColumnField[] = ['test', 'result', 'unit', 'range', 'flag'];

/** Reads a row twice: all columns (`read`), and only those that identify the sample (`facts`). */
function readTestRow(row: readonly string[], columns: readonly Column[], options: Options) {
  const cells = row.map((cell) => (EMPTY.test(cell) ? '' : cell));
  const facts = columns.filter(({ target }) => !ROW_FIELDS.some((field) => field === target));
  const findIndex = (field: ColumnField) =>
    columns.find(({ target }) => target === field)?.index ?? -1;
  const getCell = (field: ColumnField) => cells[findIndex(field)] ?? '';
  const testName = getCell('test') || 'Sin nombre';
  const guessed = guessHeading(testName);
  const value = {
    ...{ index: findIndex('result'), heading: testName, unitIndex: findIndex('unit') },
    ...{ rangeIndex: findIndex('range'), flagIndex: findIndex('flag') },
  };
  const partOptions = { ...options, isPart: true };
  const readWith = (column: RowColumn) => ({
    facts: readRow(cells, facts, partOptions),
    read: readRow(cells, [...facts, column], partOptions),
  });
  if (guessed === 'abstinenceDays' || guessed === 'fastingHours') {
    const duration = findDurationUnit(getCell('unit') || testName);
    if (duration !== 'other') {
      return readWith({ ...value, target: guessed, ...(duration && { duration }) });
    }
  }
  const studies = cells.filter(
    (cell, index) =>
      cell !== '' &&
      STUDY_HEADING.test(foldHeading(options.headings[index] ?? '')) &&
      columns.every((column) => column.index !== index),
  );
  if (
    guessed === null ||
    !isAnalyteKey(guessed) ||
    isOtherMatter(guessed, testName, studies, options)
  ) {
    return readWith({ ...value, target: { analyte: null, unit: null } });
  }
  const named = findHeadingUnit(testName, guessed);
  const unit = named === null ? null : 'unit' in named ? named.unit : named.unknown;
  const read = readWith({ ...value, target: { analyte: guessed, unit } });
  const { units } = getAnalyte(guessed);
  const hasUnit =
    unit !== null || getCell('unit') !== '' || /[\p{L}%]/u.test(splitFlag(getCell('result')).rest);
  return hasUnit || units.length < 2 || getCell('result') === ''
    ? read
    : { ...read, read: { problem: `${testName}: El archivo no indica la unidad.` } };
}

/** Headings of columns that tell the study or specimen of a row. */
const STUDY_HEADING =
  /^(?:estudio|examen|perfil|prueba|grupo|seccion|area|departamento|(?:tipo de )?muestra|especimen|material)$/;
const NOT_SEMEN =
  /^(?!.*(?:semen|semin|esperm|eyacul)).*(?:orina|urin|ego\b|sangre|suero|plasma|hemat|hemograma|biometria|bh\b|quimica)/;
/** Seminal analytes whose names are also used for blood or urine. */
const SHARED_NAMES: readonly AnalyteKey[] = ['leukocytes', 'ph', 'colour', 'volume', 'zinc'];

/** Whether the row's study or specimen contradicts the analyte guessed from its name. */
function isOtherMatter(
  analyte: AnalyteKey,
  testName: string,
  studies: readonly string[],
  { examType }: Options,
): boolean {
  const [isBlood, isSemen] = [bloodAnalytes, semenAnalytes].map((all) =>
    Object.hasOwn(all, analyte),
  );
  if (!isBlood && !isSemen) return false;
  const isShared = isSemen && SHARED_NAMES.includes(analyte);
  if (isShared && !getStudy(examType).isSemen) return true;
  const isBasal = /\bbasal\b/i.test(testName);
  return studies.some(
    (study) =>
      findStudyMatter(study, { isBlood: isBlood ?? false, isBasal }) !== undefined ||
      (isSemen && NOT_SEMEN.test(foldHeading(study))),
  );
}

/** Facts that the rows of a sample must agree on. */
const SAMPLE_FACTS = ['abstinenceDays', 'fastingHours', 'completeSample', 'whoEdition'] as const;

function joinTestRows(lines: readonly ReadLine['read'][]): ReadLine['read'] {
  const parts = lines.flatMap((one) => ('problem' in one ? [] : [one]));
  const problems = lines.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const [first] = parts;
  // Each row repeats an abstinence range as a value, so equal values are merged.
  const distinct = new Map(
    parts.flatMap((one) => one.values.map((value) => [JSON.stringify(value), value] as const)),
  );
  const values = [...distinct.values()];
  const repeated = values.filter((value, at) =>
    values.slice(0, at).some((one) => isSameRow(one, value)),
  );
  for (const { analyte, name } of repeated) {
    problems.push(`${name ?? findAnalyte(analyte)?.label} está dos veces en la muestra.`);
  }
  const samples = parts.map(({ sample }) => sample);
  for (const field of SAMPLE_FACTS) {
    const facts = new Set(samples.flatMap((sample) => sample[field] ?? []));
    if (facts.size > 1) problems.push(`${columnFieldNames[field]}: los renglones no coinciden.`);
  }
  if (values.length === 0 && problems.length === 0) problems.push(NO_VALUE);
  if (first === undefined || problems.length > 0) return { problem: problems.join(' ') };
  const methods = new Set(samples.flatMap(({ method }) => method ?? []));
  const text = [...methods].join('\n');
  const several: SentValue[] = methods.size > 1 ? [{ ...EMPTY_VALUE, name: 'Métodos', text }] : [];
  return {
    ...first,
    sample: {
      ...joinFacts(samples),
      ...(methods.size > 1 && { method: null }),
    },
    values: [...values, ...several],
  };
}
