import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { dayIn } from '@simiente/contract/common/days';
import {
  findUnclearOrder,
  findUnclearYear,
  provenOrder,
  readDay,
} from '@simiente/contract/common/read-date';
import { normalizeCurp, readCurp } from '@simiente/contract/patients/curp';
import { patientFields } from '@simiente/contract/patients/fields';
import {
  MAX_PEOPLE_ROWS,
  type PeopleChanges,
  type PeopleColumn,
} from '@simiente/contract/people/calls';
import { listValues, parseStatus } from '@simiente/contract/people/cell-words';
import {
  columnMap,
  dateOrders,
  foldWords,
  isDateField,
  type PeopleKind,
  type PersonColumn,
  type PersonField,
  type PlacedColumn,
  personFieldNames,
} from '@simiente/contract/people/columns';
import {
  cleanCell,
  type PersonIssue,
  type ReadPerson,
  readPerson,
} from '@simiente/contract/people/read-person';
import type { Table } from '../../platform/tables/parse-table.ts';
import { readTable } from '../../platform/tables/read-table.ts';
import { ImportError, parseColumnMap } from '../../platform/tables/table-limits.ts';

/** Usual headings in addition to the field names, folded, without articles and prepositions, separated by '|'. */
const usualHeadings: Readonly<Record<PersonField, string>> = {
  name: 'razon social|px|nombre completo|nombre apellidos|apellidos nombres|apellidos nombre|paciente|nombre paciente|cliente|prospecto|name|full name|patient|patient name|client',
  givenName:
    'nombres|nombre s|primer nombre|segundo nombre|given name|given names|first name|middle name',
  familyName:
    'apellido|apellido s|apellido paterno|apellido materno|ap paterno|ap materno|a paterno|a materno|paterno|materno|primer apellido|segundo apellido|last name|surname|family name|last names',
  email:
    'correo|email|e mail|mail|correo e|correo electronico paciente|e mail address|email address',
  phone: 'prefijo|prefijo telefonico|lada|whats|wa|contacto|mobile|cell',
  birthDate:
    'fecha nacimiento|fecha nac|f nacimiento|f nac|fec nac|nac|cumple|fn|f n|nacimiento|fdn|date of birth|birth date|birthdate|birthday|dob|born',
  sex: 'sexo|genero|sex|gender|sexo biologico|sex at birth',
  curp: 'clave curp|c u r p',
  status: 'estado paciente|estatus paciente|etapa|status|stage|fase|situacion',
  createDate:
    'marca temporal|timestamp|created time|fecha alta|f alta|alta|fecha registro|f registro|ingreso|fecha ingreso|primera visita|primera consulta|primera cita|1a visita|1a consulta|1a cita|created|created at|date added|registered|registration date|create date|fecha|fecha creacion',
  street:
    'dir|no exterior|no interior|exterior|interior|address 1 street|home street|no ext|no int|num ext|num int|numero ext|numero int|numero exterior|numero interior|calle|direccion|domicilio|calle no|calle numero|street|address|street address',
  colony: 'col|fraccionamiento|barrio|neighborhood|neighbourhood',
  municipality:
    'municipio|alcaldia|delegacion|ciudad|localidad|poblacion|city|town|address 1 city|home city',
  state: 'estado|entidad|entidad federativa|provincia|state|province|address 1 region|home state',
  zip: 'cp|c p|codigo postal|cod postal|zip|zip code|postal code|postcode|address 1 postal code|home postal code',
  country: 'pais|pais residencia|country|address 1 country|home country',
  identityDocument: 'pasaporte|documento|identificacion|no pasaporte|passport|document',
  note: 'notas|observaciones|observacion|obs|comentarios|comentario|notes|note|comments|remarks|referido por|motivo|motivo consulta|recomendado por|edad|ano nacimiento|seguro|seguro medico|ocupacion|estado civil',
};

/** Words around the field in a question or request: '¿En qué estado vives?', 'Escribe tu CURP'. */
const QUESTION_WORDS =
  /\b(?:cual(?:es)?|es|son|[st]us?|en|que|donde|indica|escribe|ingresa|actualmente|vives?|resides?|radicas?)\b/g;
const FILLERS = /(?<!^)\b(?:del?|las?|los|el|y) /g;
/** 'FechaNac' and 'APaterno' of databases have two words. */
const splitCapitals = (heading: string) =>
  heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\b\p{Lu})(?=\p{Lu}\p{Ll}{3})/gu, ' ');
const foldHeading = (heading: string) =>
  foldWords(splitCapitals(heading))
    .replaceAll(FILLERS, '')
    .replace(/^fecha (?=1a|primera)/, '');

const guesses: ReadonlyMap<string, PersonField> = new Map(
  (Object.keys(usualHeadings) as PersonField[]).flatMap((field) =>
    [personFieldNames[field], field, ...usualHeadings[field].split('|')].map(
      (name) => [foldHeading(name), field] as const,
    ),
  ),
);

/** Words that show the field of a longer heading: 'Cel. / WhatsApp', '¿Cuál es tu fecha de nacimiento?', 'E-mail 1 - Value' but not 'E-mail 1 - Label'. */
const headingWords: readonly (readonly [field: PersonField, words: RegExp])[] = [
  ['email', /\b(?:correos?|e ?mails?)\b(?!.* (?:display|label|type)\b)/],
  [
    'phone',
    /\b(?:tel(?:efono)?s?|cel(?:ular)?(?:es)?|movil(?:es)?|whats ?app|phone)\b(?!.* (?:label|type)\b)/,
  ],
  [
    'birthDate',
    /\b(?:fecha|dia) (?:de )?nac(?:imiento)?\b|\b(?:cuando|fecha|dia)(?: en que)? naci(?:o|ste)\b|\b(?:cumpleanos|birth ?da(?:y|te))\b/,
  ],
  ['sex', /\b(?:sexo|genero)\b/],
  ['street', /^(?:direccion|domicilio)\b/],
  ['name', /\bnombre\b|^como te llamas\b/],
];
/** Fields that several columns may have. */
const REPEATED: ReadonlySet<PersonField> = new Set(['email', 'phone', 'street']);
/** Words of headings about another person or a place. */
const OTHER_PERSON =
  /\b(?:emergencias?|madre|padre|hij[oa]s?|bebe|espos[oa]|ella|mujer|pareja|conyuge|familiar|contacto|tutor|responsable|medic[oa]|doctora?|dra?|clinica|fiscal)\b/;

const columnCells = (rows: Table['rows'], index: number) =>
  rows.map(({ cells }) => cleanCell(cells[index] ?? ''));

/** Number of first rows from whose cells the field of a column is guessed. */
const GUESSED_FROM = 50;

type Fits = (cell: string) => boolean;
const valuePatterns: readonly (readonly [field: PersonField, fits: Fits])[] = [
  ['email', (cell) => patientFields.email.safeParse(cell).success],
  ['curp', (cell) => readCurp(normalizeCurp(cell)) !== undefined],
  ['phone', (cell) => /^\+?[\d ().-]{10,20}$/.test(cell) && /^\D*(?:\d\D*){10,13}$/.test(cell)],
];

const isDay: Fits = (text) =>
  dateOrders.some(
    (order) => 'day' in readDay(text, { order, century: '2000', is1904: false, today: '' }),
  );

/** Guesses the field of each column from its heading, or else from its values. Columns without a guess are left out. */
export function guessColumns({ headings, rows }: Table, kind: PeopleKind): PlacedColumn[] {
  const byHeading = headings.map((heading, index) => {
    const folded = foldHeading(heading.replaceAll(/\([^()]*\)/g, ' '));
    const guess =
      guesses.get(folded) ?? guesses.get(foldHeading(folded.replaceAll(QUESTION_WORDS, ' ')));
    return { index, guess, isFullName: guess === 'name' && /\b(?:completo|full)\b/.test(folded) };
  });
  const hasGivenName = byHeading.some(({ guess }) => guess === 'givenName');
  const family = byHeading.find(({ guess }) => guess === 'familyName');
  // 'Name' beside 'Given Name' and 'Family Name'.
  for (const one of family && hasGivenName ? byHeading : []) {
    one.isFullName ||= one.guess === 'name' && includesWords(rows, one.index, family?.index ?? 0);
  }
  const isNamePart = ({ guess, isFullName }: (typeof byHeading)[number]) =>
    !isFullName && (guess === 'name' || guess === 'givenName');
  // 'Nombre completo' beside 'Nombre' and 'Apellidos' repeats them.
  const relevant =
    family && byHeading.some(isNamePart)
      ? byHeading.filter(({ isFullName }) => !isFullName)
      : byHeading;
  const firstName = relevant.find(({ guess }) => guess === 'name');
  const usedFields = new Set(relevant.map(({ guess }) => guess));
  const requiredValues: Partial<Record<PersonField, Fits>> = {
    birthDate: isDay,
    createDate: isDay,
    status: (cell) => parseStatus(cell, kind) !== undefined,
  };
  const guessed = relevant.map(
    ({ index, guess = guessByWords(headings[index] ?? '', usedFields) }) => {
      usedFields.add(guess);
      return { index, guess };
    },
  );
  return guessed.flatMap(({ index, guess }): PlacedColumn[] => {
    const cells = columnCells(rows.slice(0, GUESSED_FROM), index).filter(Boolean);
    const byValues = valuePatterns.find(
      ([field, fits]) =>
        !usedFields.has(field) &&
        cells.length > 0 &&
        cells.filter((cell) => fits(cell)).length * 5 > cells.length * 4,
    );
    const field = guess ?? byValues?.[0];
    if (field === undefined) return [];
    usedFields.add(field);
    // 'Estado' may be a place or the status of a patient.
    if (field === 'state' && cells.some((cell) => parseStatus(cell, kind) !== undefined)) {
      return [{ index, field: 'status' }];
    }
    const hasFittingValues =
      cells.length === 0 || cells.some(requiredValues[field] ?? (() => true));
    // The name of the second person of a couple in one row becomes a note.
    const isSecondName = field === 'name' && index !== (firstName?.index ?? index);
    if (!hasFittingValues || isSecondName) return [{ index, field: 'note' }];
    return [{ index, field: field === 'name' && family ? 'givenName' : field }];
  });
}

/** Whether the cells of the first column contain those of the second, and further words. */
function includesWords(rows: Table['rows'], ...indexes: readonly number[]): boolean {
  const pairs = rows
    .slice(0, GUESSED_FROM)
    .map(({ cells }) => indexes.map((index) => foldWords(cells[index] ?? '')))
    .filter((texts) => !texts.includes(''));
  return pairs.length > 0 && pairs.every(([a = '', b = '']) => a !== b && a.includes(b));
}

function guessByWords(heading: string, usedFields: ReadonlySet<PersonField | undefined>) {
  const folded = foldWords(splitCapitals(heading));
  if (OTHER_PERSON.test(folded)) return undefined;
  const isFree = (field: PersonField) => REPEATED.has(field) || !usedFields.has(field);
  return headingWords.find(([field, words]) => words.test(folded) && isFree(field))?.[0];
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 200;

/** The columns of a table, with examples of unclear dates about whose order or century the user must decide. */
export async function describeColumns(
  { headings, rows }: Table,
  columns: readonly PlacedColumn[],
  { kind, timeZone }: Pick<PeopleFile, 'kind' | 'timeZone'>,
): Promise<PeopleColumn[]> {
  const today = dayIn(timeZone, new Date());
  return mapYielding(headings, (heading, index) => {
    const cells = columnCells(rows, index).filter(Boolean);
    const column = columns.find((placed) => placed.index === index);
    const field = column?.field ?? null;
    const proven = findOrder(heading, cells);
    const texts = cells.map((cell) => cell.slice(0, MAX_VALUE_LENGTH));
    const unclearOrder = proven === null ? (findUnclearOrder(cells) ?? cells[0]) : undefined;
    return {
      index,
      heading,
      samples: [...new Set(cells.slice(0, GUESSED_FROM))]
        .slice(0, MAX_SAMPLES)
        .map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)),
      field,
      order: column?.order ?? proven,
      century: column?.century ?? null,
      asksOrder: unclearOrder?.slice(0, MAX_SAMPLE_LENGTH) ?? null,
      asksCentury: findUnclearYear(cells, today)?.slice(0, MAX_SAMPLE_LENGTH) ?? null,
      values: listValues(field, texts, kind)
        .slice(0, MAX_VALUES)
        .map(({ text, value }) => ({ text, value: String(column?.values?.[text] || value) })),
    };
  });
}

/** The order of day and month: proven by the cells, or else stated by a heading such as 'Fecha (dd/mm/aaaa)'. */
function findOrder(heading: string, cells: readonly string[]) {
  const proven = provenOrder(cells);
  if (proven !== null) return `${proven}-first` as const;
  const [, first] = /\b(d|m)(?:d|m|[ií]a|es)?[/.-](?:dd?|mm?|mes|d[ií]a)\b/i.exec(heading) ?? [];
  return first === undefined ? null : first.toLowerCase() === 'd' ? 'day-first' : 'month-first';
}

/** Maps values one at a time, and yields to the event loop before each. */
async function mapYielding<Value, Result>(
  values: readonly Value[],
  map: (value: Value, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    await setImmediate();
    results.push(map(value, index));
  }
  return results;
}

/** Adds to columns their headings, and what the user left open: the order of day and month, and the meaning of values. */
function completeColumns(
  { headings, rows }: Table,
  columns: readonly PlacedColumn[],
  kind: PeopleKind,
): Promise<PersonColumn[]> {
  return mapYielding(columns, (column) => {
    const { index, field } = column;
    const heading = headings[index] || `Columna ${index + 1}`;
    const cells = columnCells(rows, index);
    const order =
      column.order ?? (isDateField(field) ? findOrder(heading, cells) : null) ?? undefined;
    const proven = listValues(field, cells, kind).filter(({ value }) => value !== '');
    const values = Object.fromEntries(proven.map(({ text, value }) => [text, value]));
    return { ...column, heading, order, values: { ...values, ...column.values } };
  });
}

/**
 * The columns of a table by a map of headings (JSON). Columns with the same heading have the same meaning.
 * @throws ImportError for an invalid map, a map that does not match the table, and dates in an unclear order
 */
export function readColumnMap(json: string, { headings, rows }: Table): PlacedColumn[] {
  const columns = Object.entries(parseMap(json)).flatMap(([heading, meaning]): PlacedColumn[] => {
    if (meaning === null || meaning === '') return [];
    const foldedHeading = foldWords(heading);
    const indexes = headings.flatMap((text, index) =>
      foldWords(text) === foldedHeading ? [index] : [],
    );
    if (indexes.length === 0) {
      const headingList = headings.filter(Boolean).join(', ');
      throw new ImportError(
        `La columna «${heading}» no está en el archivo. El archivo tiene: ${headingList}.`,
      );
    }
    const column = typeof meaning === 'string' ? { field: meaning } : meaning;
    return indexes.map((index) => ({ index, ...column }));
  });
  if (!columns.some(({ field }) => /name$/i.test(field))) {
    throw new ImportError('El mapa no indica qué columna es el nombre («name»).');
  }
  for (const { index, field, order } of columns) {
    if (!isDateField(field) || order !== undefined) continue;
    if (findOrder(headings[index] ?? '', columnCells(rows, index)) !== null) continue;
    throw new ImportError(
      `Columna «${headings[index]}»: las fechas no indican si va primero el día o el mes. Indica el orden: {"field": "${field}", "order": "day-first"} o "month-first".`,
    );
  }
  return columns.toSorted((a, b) => a.index - b.index);
}

/** Whether a row has all headings of a map (JSON). */
export function hasMapHeadings(json: string, cells: readonly string[]): boolean {
  const headings = new Set(cells.map(foldWords));
  return Object.keys(parseMap(json)).every((heading) => headings.has(foldWords(heading)));
}

const HINT = `cada encabezado lleva un campo (${Object.keys(personFieldNames).join(', ')}), o {"field": …, "order": "day-first" o "month-first"}`;
const parseMap = (json: string) => parseColumnMap(json, columnMap, HINT);

export interface PeopleFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly kind: PeopleKind;
  /** Position of the sheet; undefined chooses the sheet with people. */
  readonly sheet?: number | undefined;
  readonly headingLine?: number | undefined;
  readonly timeZone: string;
}

export interface PersonRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly person: ReadPerson | null;
  readonly issues: readonly PersonIssue[];
  /** SHA-256 of the person, by which another import recognises the row. */
  readonly digest: string;
}

export async function readPeopleTable({ bytes, sheet, headingLine }: PeopleFile): Promise<Table> {
  const choice = { sheet, headingLine, hasUnits: false };
  const table = await readTable(bytes, MAX_PEOPLE_ROWS, choice);
  if (table.headings.some((cell) => valuePatterns.some(([, fits]) => fits(cell)))) {
    throw new ImportError(NO_HEADINGS);
  }
  const isHeading = ({ cells }: Table['rows'][number]) => guesses.has(foldHeading(cells[0] ?? ''));
  if (table.rows.filter(isHeading).length * 2 > table.rows.length) {
    throw new ImportError(TRANSPOSED);
  }
  return table;
}

const TRANSPOSED =
  'Cada persona está en una columna. En Excel, copia la tabla y pégala con «Pegado especial», «Transponer».';
const NO_HEADINGS =
  'La primera fila parece una persona. Agrega arriba una fila con los encabezados (Nombre, Teléfono…).';

/** Number of rows that are read before the event loop runs other work. */
const AT_ONCE = 100;

/** The people of a table. Rows that repeat the headings, that a user left out, or that are empty are skipped. */
export async function readPeople(
  table: Table,
  placed: readonly PlacedColumn[],
  { kind, timeZone }: Pick<PeopleFile, 'kind' | 'timeZone'>,
  changes: Pick<PeopleChanges, 'cells' | 'omitted' | 'accepted'>,
): Promise<PersonRow[]> {
  const columns = await completeColumns(table, placed, kind);
  const omitted = new Set(changes.omitted);
  const accepted = new Set(changes.accepted);
  const reading = {
    kind,
    today: dayIn(timeZone, new Date()),
    is1904: table.is1904,
    maxCells: table.sheets.length > 0 ? undefined : table.headings.length,
  };
  const isHeading = (cells: readonly string[]) =>
    columns.every(({ index }) => (cells[index] ?? '') === (table.headings[index] ?? ''));
  const people: PersonRow[] = [];
  for (const [number, { line, cells: originalCells }] of table.rows.entries()) {
    if (number % AT_ONCE === 0) await setImmediate();
    if (omitted.has(line) || isHeading(originalCells)) continue;
    const cells = applyEdits(originalCells, changes.cells[line]);
    // A row with values only in other columns, such as a sum below the table, is not a person.
    if (columns.every(({ index }) => cleanCell(cells[index] ?? '') === '')) continue;
    const read = readPerson(cells, columns, { ...reading, acceptsShortPhone: accepted.has(line) });
    const row = { person: null, issues: [], ...read };
    const digest = createHash('sha256').update(JSON.stringify([kind, row.person]));
    people.push({ line, cells, ...row, digest: digest.digest('base64url') });
  }
  return people;
}

function applyEdits(
  cells: readonly string[],
  edits: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  if (edits === undefined) return cells;
  const edited = [...cells];
  for (const [index, text] of Object.entries(edits)) edited[Number(index)] = text;
  return Array.from(edited, (cell) => cell ?? '');
}
