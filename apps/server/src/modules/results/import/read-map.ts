import { findProvenOrder } from '@simiente/contract/common/read-date';
import {
  type AnalyteKey,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { isUnitText } from '@simiente/contract/results/analytes/read-unit';
import { type UnitName, unitLabel } from '@simiente/contract/results/analytes/units';
import {
  type ColumnField,
  columnFields,
  type DateOrder,
  DECIMAL_KEY,
  type DecimalSign,
  dateOrders,
  decimalSigns,
} from '@simiente/contract/results/columns';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import * as z from 'zod';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { ImportError, parseColumnMap } from '../../../platform/tables/table-limits.ts';
import {
  findDurationUnit,
  findHeadingUnit,
  findTestHeading,
  foldHeading,
  guessHeading,
  namesDeletion,
} from './headings.ts';

export interface Column {
  /** Position in a row, from 0. */
  readonly index: number;
  readonly heading: string;
  readonly order?: DateOrder;
  /** Position of the column with the unit of each row. */
  readonly unitIndex?: number;
  /** Unit of a duration, if its heading has one. */
  readonly duration?: 'd' | 'h';
  readonly target: ColumnField | { readonly analyte: AnalyteKey; readonly unit: UnitName | null };
}

/** The meaning of a column. */
interface ColumnMeaning {
  /** Field or analyte; null for a column that is not read. */
  readonly target: string | null;
  readonly unit: string | null;
  readonly order: DateOrder | null;
}

const mapSchema = z.record(
  z.string(),
  z
    .union([
      z.string(),
      z.null(),
      z.strictObject({ analyte: z.string(), unit: z.string().nullish() }),
      z.strictObject({ field: z.string(), order: z.literal(dateOrders) }),
    ])
    .transform((written): ColumnMeaning => {
      const nothing = { unit: null, order: null };
      if (written === null || typeof written === 'string') {
        return { ...nothing, target: written?.trim() || null };
      }
      return 'field' in written
        ? { ...nothing, target: written.field.trim(), order: written.order }
        : { ...nothing, target: written.analyte.trim(), unit: written.unit?.trim() || null };
    }),
);

interface TableMap {
  readonly columns: readonly Column[];
  /** Null if the numbers of the file decide. */
  readonly decimal: DecimalSign | null;
}

/** Headings are compared without case, repeated spaces and byte order mark. */
export const normalizeHeading = (heading: string) =>
  heading
    .replace(/^\uFEFF/, '')
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase('es');

/**
 * The columns of a table by a map of headings.
 * @throws ImportError for an invalid map, and for one that does not match the table
 */
export function readMap(json: string, table: Table): TableMap {
  const { headings, units, rows } = table;
  const { decimal, columns: map } = parseMap(json);
  const columns = Object.entries(map).flatMap(([heading, meaning]): Column[] => {
    if (meaning.target === null) return [];
    const index = findColumn(heading, headings);
    const target = toTarget(heading, meaning.target, meaning.unit, units[index] ?? '');
    if (target === 'abstinenceDays' || target === 'fastingHours') {
      const duration = findDurationUnit(withUnit(heading, units[index] ?? ''));
      if (duration === 'other') {
        throw new ImportError(`Columna «${heading}»: debe estar en días o en horas.`);
      }
      return [{ index, heading, target, ...(duration && { duration }) }];
    }
    if (!isDateField(target)) {
      const next = foldHeading(headings[index + 1] ?? '');
      const hasUnits = typeof target !== 'string' && UNIT_HEADING.test(next);
      return [{ index, heading, target, ...(hasUnits && { unitIndex: index + 1 }) }];
    }
    const cells = rows.map((row) => row.cells[index] ?? '');
    const order = meaning.order ?? findProvenOrder(cells);
    if (order !== null) return [{ index, heading, target, order }];
    throw new ImportError(
      `Columna «${heading}»: las fechas no indican si va primero el día o el mes. Elige el orden.`,
    );
  });
  const has = (field: ColumnField) => columns.some(({ target }) => target === field);
  if (!has('patient') && !has('folio')) {
    throw new ImportError('El mapa no indica qué columna es el paciente («patient») o el folio.');
  }
  const hasAnalytes = columns.some(({ target }) => typeof target !== 'string');
  if (has('test') || has('result')) {
    if (!has('test') || !has('result')) throw new ImportError(HALF_LONG);
    if (hasAnalytes) throw new ImportError(LONG_AND_WIDE);
  } else if (!hasAnalytes) {
    throw new ImportError('El mapa no tiene ningún analito.');
  }
  rejectDuplicates(columns);
  rejectLooseUnits(columns, table);
  return { columns, decimal };
}

const HALF_LONG =
  'Con un renglón por analito hacen falta dos columnas: el analito de cada renglón y su resultado.';
const LONG_AND_WIDE =
  'Con un renglón por analito no puede haber además la columna de un analito. Quita una de las dos.';

/** Heading of a column with the units of the column before it. */
const UNIT_HEADING = /^(?:unidad(?:es)?|units?)(?: de medida)?$/;

const HINT = 'cada encabezado lleva el nombre de un campo, o {"analyte": …, "unit": …}';

/**
 * The meanings of a map, by heading, and its decimal separator.
 * @throws ImportError for an invalid map
 */
export function parseMap(json: string) {
  const { [DECIMAL_KEY]: sign, ...columns } = parseColumnMap(json, mapSchema, HINT);
  // Otherwise the key is the heading of a column.
  const decimal = decimalSigns.find((one) => one === sign?.target) ?? null;
  if (sign !== undefined && decimal === null) columns[DECIMAL_KEY] = sign;
  return { decimal, columns };
}

/** The meanings of a map, by heading; null without a map, and for an invalid one. */
export function findMeanings(json: string | null) {
  try {
    return json === null ? null : parseMap(json).columns;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return null;
  }
}

function findColumn(heading: string, headings: readonly string[]): number {
  const findAll = (isWanted: (one: string) => boolean) =>
    headings.flatMap((one, index) => (isWanted(one) ? [index] : []));
  const exact = findAll((one) => one === heading.trim());
  const found =
    exact.length > 0
      ? exact
      : findAll((one) => normalizeHeading(one) === normalizeHeading(heading));
  if (found.length === 1) return found[0] ?? 0;
  const reason = found.length === 0 ? 'no está en el archivo' : 'está varias veces en el archivo';
  throw new ImportError(
    `La columna «${heading}» ${reason}. El archivo tiene: ${headings.join(', ')}.`,
  );
}

export const isDateField = (target: unknown) => dateFields.some((field) => field === target);
const dateFields: readonly ColumnField[] = ['collectedAt', 'receivedAt', 'analyzedAt', 'birthDate'];

function toTarget(
  heading: string,
  name: string,
  written: string | null,
  unitCell: string,
): Column['target'] {
  const field = columnFields.find((one) => one === name);
  if (field !== undefined) return field;
  if (!isAnalyteKey(name) || getAnalyte(name).isDerived) {
    throw new ImportError(`Columna «${heading}»: «${name}» no es un campo ni un analito.`);
  }
  if (namesDeletion(heading, name)) {
    throw new ImportError(
      `Columna «${heading}»: trae la deleción, y ${getAnalyte(name).label} es la región. Captúrala a mano.`,
    );
  }
  const found = findHeadingUnit(withUnit(heading, unitCell), name);
  if (written === null) {
    if (found === null) return { analyte: name, unit: null };
    if ('unit' in found) return { analyte: name, unit: found.unit };
    throw new ImportError(
      `Columna «${heading}»: no se conoce la unidad «${found.unknown}» para ${getAnalyte(name).label}. Elige la unidad de la columna.`,
    );
  }
  const unit = readAnalyteUnit(name, written);
  if (unit !== null && found !== null && 'unit' in found && found.unit !== unit) {
    throw new ImportError(
      `Columna «${heading}»: el archivo indica ${unitLabel(found.unit)}, y el mapa ${unitLabel(unit)}. Elige la unidad de la columna.`,
    );
  }
  if (unit !== null) return { analyte: name, unit };
  const unitList = getAnalyte(name).units.map(unitLabel).join(', ');
  throw new ImportError(
    `Columna «${heading}»: ${getAnalyte(name).label} no se reporta en «${written}»; usa ${unitList || 'ninguna unidad'}.`,
  );
}

/** Rejects a column of units that is not beside its values, if it may belong to a column without a unit. */
function rejectLooseUnits(columns: readonly Column[], { headings, rows }: Table): void {
  const isLoose = (heading: string, index: number) =>
    UNIT_HEADING.test(foldHeading(heading)) &&
    columns.every(({ unitIndex }) => unitIndex !== index) &&
    rows.some(({ cells }) => isUnitText(cells[index] ?? ''));
  const loose = headings.find(isLoose);
  for (const { heading, target, unitIndex } of loose === undefined ? [] : columns) {
    if (typeof target === 'string' || target.unit !== null || unitIndex !== undefined) continue;
    if (getAnalyte(target.analyte).units.length < 2) continue;
    throw new ImportError(
      `Columna «${heading}»: la columna «${loose}» no está a su derecha. Elige la unidad de la columna.`,
    );
  }
}

const withUnit = (heading: string, unitCell: string) =>
  unitCell === '' ? heading : `${heading} (${unitCell})`;

function rejectDuplicates(columns: readonly Column[]): void {
  const seen = new Map<string, string>();
  for (const { heading, target } of columns) {
    const name = typeof target === 'string' ? target : target.analyte;
    const before = seen.get(name);
    if (before !== undefined) {
      throw new ImportError(`«${name}» está en dos columnas: «${before}» y «${heading}».`);
    }
    seen.set(name, heading);
  }
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;

/**
 * Describes the columns of a table by a map, or guesses them from their headings without a valid map. Does not check
 * that the map fits the table.
 */
export function describeColumns(
  map: string | null,
  { headings, units, rows }: Table,
): FileColumn[] {
  const columns = findMeanings(map);
  const meanings = new Map(
    Object.entries(columns ?? {}).map(([heading, one]) => [normalizeHeading(heading), one]),
  );
  const guessed = new Set<string>();
  const testHeading = findTestHeading(headings);
  const targets = headings.map(guessHeading);
  const hasAnalytes = targets.some((target) => target !== null && isAnalyteKey(target));
  const isLong = testHeading !== undefined && !hasAnalytes && targets.includes('result');
  const guess = (heading: string) => {
    const target = guessHeading(heading);
    const isRowField = /^(?:test|result|unit|range|flag)$/.test(target ?? '');
    const isOther = target === 'test' && heading !== testHeading;
    return isRowField && (!isLong || isOther) ? null : target;
  };
  return headings.flatMap((heading, index): FileColumn[] => {
    // A map names columns by their headings, so equal headings are one entry.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MAX_SAMPLES);
    const { target, unit, order } = meanings.get(normalizeHeading(heading)) ?? {
      target: columns === null ? guess(heading) : null,
      unit: null,
      order: null,
    };
    const isTaken = columns === null && target !== null && guessed.has(target);
    if (target !== null) guessed.add(target);
    const read =
      unit === null && target !== null && isAnalyteKey(target)
        ? findHeadingUnit(withUnit(heading, units[index] ?? ''), target)
        : null;
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)),
        target: isTaken ? null : target,
        unit: read !== null && 'unit' in read ? read.unit : unit,
        unknownUnit: read !== null && 'unknown' in read ? read.unknown : null,
        order,
        asksOrder: isDateField(target) && findProvenOrder(cells) === null,
      },
    ];
  });
}
