import {
  bloodAnalytes,
  findAnalyte,
  isAnalyteKey,
  semenAnalytes,
} from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { findStudyName } from '@simiente/contract/results/analytes/study-names';
import { type ColumnField, columnFieldNames } from '@simiente/contract/results/columns';
import { fitText, MAX_TEXT_LENGTH } from '@simiente/contract/results/fields';
import { EMPTY_VALUE } from '@simiente/contract/results/values';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { joinFacts } from '../entering/sample.ts';
import { isSameRow, isSameValue, type SentValue } from '../entering/write-values.ts';
import { findDurationUnit, findStudyMatter, foldHeading, guessHeading } from './headings.ts';
import type { Column } from './read-map.ts';
import { COMPLETE, EMPTY, INCOMPLETE, NO_VALUE, type RowColumn, readRow } from './read-row.ts';
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
  const read = rows.map(({ line, cells }) => ({
    line,
    ...readTestRow(line, cells, columns, options),
  }));
  const bySample = Map.groupBy(read, ({ line, facts }) => {
    if ('problem' in facts) return line;
    const { patientText, folioText, nameText, birthDateText, sample } = facts;
    return JSON.stringify([patientText, folioText, nameText, birthDateText, sample.collectedAt]);
  });
  const allNames = [...new Set(read.map(({ name }) => name))];
  return [...bySample.values()].map((lines) => {
    const names = lines.some(({ isSemen }) => isSemen) ? lines.map(({ name }) => name) : allNames;
    const isUncertain = (others?: RegExp) => names.some((name) => others?.test(name));
    const rows = lines.map((one) => (isUncertain(one.others) ? one.readFree() : one.read));
    return { line: lines[0]?.line ?? 0, read: joinTestRows(rows) };
  });
}

const ROW_FIELDS: readonly ColumnField[] = ['test', 'result', 'unit', 'range', 'flag'];

/** Reads a row (`read`), the row under its own name (`readFree`), and the facts of its sample (`facts`). */
function readTestRow(
  line: number,
  row: readonly string[],
  columns: readonly Column[],
  options: Options,
) {
  const facts = columns.filter(({ target }) => !ROW_FIELDS.some((field) => field === target));
  const findIndex = (field: ColumnField) =>
    columns.find(({ target }) => target === field)?.index ?? -1;
  const valueIndex = findIndex('result');
  const hasName = !EMPTY.test(row[findIndex('test')] ?? '');
  // '-' may be a result, but not in a row of dashes.
  const cells = row.map((cell, index) =>
    EMPTY.test(cell) && !(hasName && index === valueIndex) ? '' : cell,
  );
  const getCell = (field: ColumnField) => cells[findIndex(field)] ?? '';
  const testName = getCell('test');
  const result = getCell('result');
  const guessed = guessHeading(testName);
  const duration = findDurationUnit(getCell('unit') || testName);
  // The heading is for the reason of a rejection.
  const heading = `Línea ${line}, columna «${options.headings[valueIndex]}», ${testName}`;
  const value = {
    ...{ index: valueIndex, heading, name: testName, unitIndex: findIndex('unit') },
    ...{ rangeIndex: findIndex('range'), flagIndex: findIndex('flag') },
  };
  const partOptions = { ...options, isPart: true };
  const unit = duration && duration !== 'other' ? { duration } : {};
  // The column of the row takes precedence, so that rows that differ are reported.
  const readAs = (target: RowColumn['target']) =>
    readRow(cells, [{ ...value, ...unit, target }, ...facts], partOptions);
  const studies = cells.filter(
    (cell, index) =>
      cell !== '' &&
      STUDY_HEADING.test(foldHeading(options.headings[index] ?? '')) &&
      columns.every((column) => column.index !== index),
  );
  const analyte = guessed !== null && isAnalyteKey(guessed) ? guessed : null;
  const isOther = isOtherMatter(guessed, testName, studies, options);
  const isFact =
    ((guessed === 'abstinenceDays' || guessed === 'fastingHours') && duration !== 'other') ||
    (guessed === 'completeSample' && [COMPLETE, INCOMPLETE].some((one) => one.test(result))) ||
    (guessed === 'method' && !isOther);
  const isNamed = SEMEN.test(foldHeading([testName, ...studies].join(' ')));
  const others = isNamed ? undefined : SHARED_NAMES.get(guessed);
  const problem = `Línea ${line}: «${result}» no tiene el nombre del analito.`;
  const read = readAs(isFact ? guessed : { analyte: isOther ? null : analyte, unit: null });
  return {
    name: foldHeading(testName),
    others,
    isSemen: others === undefined && Object.hasOwn(semenAnalytes, analyte ?? ''),
    facts: readRow(cells, facts, partOptions),
    read: hasName || result === '' ? read : { problem },
    readFree: () => readAs({ analyte: null, unit: null }),
  };
}

/** Headings of columns that name the study or specimen of a row. */
const STUDY_HEADING =
  /^(?:estudio|examen|perfil|prueba|grupo|seccion|area|departamento|(?:tipo de )?muestra|especimen|material)$/;
const SEMEN = /semen|semin|esperm|eyacul/;
const NOT_SEMEN =
  /^(?!.*(?:semen|semin|esperm|eyacul)).*(?:orina|urin|ego\b|sangre|suero|plasma|hemat|hemograma|biometria|bh\b|quimica)/;
const URINE =
  /^densidad(?! esper)|gravedad esp|nitrito|ceton|urobili|esterasa|cilindros|orina|urinari/;
const BLOOD = /^hemoglobina(?! g)|hematocrito|plaquet|linfocitos|eosinofilos|creatinina|colesterol/;
const EITHER = new RegExp(`${URINE.source}|${BLOOD.source}`);
/** Names of semen that are also used for blood or urine, with names that only these have. */
const SHARED_NAMES: ReadonlyMap<string | null, RegExp> = new Map(
  Object.entries({
    ...{ leukocytes: EITHER, ph: URINE, colour: URINE, volume: URINE, zinc: BLOOD },
    method: EITHER,
  }),
);

/** Whether the row's study or specimen contradicts the analyte or method guessed from its name. */
function isOtherMatter(
  analyte: string | null,
  testName: string,
  studies: readonly string[],
  { examType }: Options,
): boolean {
  if (analyte === 'method') {
    const { isSemen } = getStudy(examType);
    return studies.some(
      (study) =>
        (isSemen && NOT_SEMEN.test(foldHeading(study))) ||
        ![null, examType].includes(findStudyName(study)),
    );
  }
  const [isBlood, isSemen] = [bloodAnalytes, semenAnalytes].map((all) =>
    Object.hasOwn(all, analyte ?? ''),
  );
  if (!isBlood && !isSemen) return false;
  if (SHARED_NAMES.has(analyte) && !getStudy(examType).isSemen) return true;
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
  const values: SentValue[] = [];
  for (const value of distinct.values()) {
    const index = values.findIndex((one) => isSameRow(one, value));
    const { analyte, name, text } = value;
    const earlier = values[index];
    if (earlier === undefined) {
      values.push(value);
    } else if (analyte === null && text && isSameValue({ ...earlier, text }, value)) {
      values[index] = { ...value, text: fitText(`${earlier.text}\n${text}`, MAX_TEXT_LENGTH) };
    } else {
      problems.push(`${name ?? findAnalyte(analyte)?.label} está dos veces en la muestra.`);
    }
  }
  const samples = parts.map(({ sample }) => sample);
  for (const field of SAMPLE_FACTS) {
    const facts = new Set(samples.flatMap((sample) => sample[field] ?? []));
    if (facts.size > 1) problems.push(`${columnFieldNames[field]}: los renglones no coinciden.`);
  }
  // A method alone belongs to another study.
  const isEmpty = values.every(({ name }) => name !== null && guessHeading(name) === 'method');
  if (isEmpty && problems.length === 0) problems.push(NO_VALUE);
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
