import { readDay } from '@simiente/contract/common/read-date';
import { normalizeCurp, readCurp } from '@simiente/contract/patients/curp';
import { patientFields } from '@simiente/contract/patients/fields';
import { parseStatus } from '@simiente/contract/people/cell-words';
import {
  dateOrders,
  foldWords,
  type MappedColumn,
  type PeopleKind,
  type PersonField,
  personFieldNames,
} from '@simiente/contract/people/columns';
import { cleanCell } from '@simiente/contract/people/read-person';
import type { Table } from '../../platform/tables/parse-table.ts';

/** Usual headings in addition to the field names, folded, without articles and prepositions, separated by '|'. */
const usualHeadings: Readonly<Record<PersonField, string>> = {
  name: 'el|varon|razon social|px|nombre completo|nombre apellidos|apellidos nombres|apellidos nombre|paciente|nombre paciente|cliente|prospecto|name|full name|patient|patient name|client',
  givenName:
    'nombres|nombre s|primer nombre|segundo nombre|given name|given names|first name|middle name|mi|middle initial',
  familyName:
    'apellido|apellido s|apellido paterno|apellido materno|ap paterno|ap materno|a paterno|a materno|paterno|materno|primer apellido|segundo apellido|last name|surname|family name|last names',
  email:
    'correo|email|e mail|mail|correo e|correo electronico paciente|e mail address|email address',
  phone: 'prefijo|prefijo telefonico|lada|whats|wa|contacto|mobile|cell',
  birthDate:
    'fecha nacimiento|fecha nac|f nacimiento|f nac|fec nac|nac|cumple|fn|f n|nacimiento|fdn|date of birth|birth date|birthdate|birthday|dob|born',
  sex: 'sexo|genero|sex|gender|sexo biologico|sexo asignado al nacer|sex at birth',
  curp: 'clave curp|c u r p',
  status: 'estado paciente|estatus paciente|etapa|status|stage|fase|situacion',
  createDate:
    'marca temporal|timestamp|created time|fecha alta|f alta|alta|fecha registro|f registro|ingreso|fecha ingreso|primera visita|primera consulta|primera cita|1a visita|1a consulta|1a cita|created|created at|date added|registered|registration date|create date|fecha|fecha creacion|fecha contacto|primer contacto',
  street:
    'dir|no exterior|no interior|exterior|interior|address 1 street|home street|no ext|no int|num ext|num int|numero ext|numero int|numero exterior|numero interior|calle|direccion|domicilio|calle no|calle numero|street|address|street address',
  colony: 'col|fraccionamiento|barrio|neighborhood|neighbourhood',
  municipality:
    'municipio|alcaldia|alcaldia municipio|municipio alcaldia|delegacion|ciudad|cd|localidad|poblacion|city|town|address 1 city|home city',
  state:
    'estado|edo|entidad|entidad federativa|provincia|state|province|address 1 region|home state',
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
  ['street', /^(?:direccion|domicilio)\b(?!.* (?:trabajo|laboral|oficina)\b)/],
  [
    'name',
    /\bnombre\b(?!.* (?:estudio|prueba|producto|servicio|archivo|usuario|aseguradora)\b)|^como te llamas\b/,
  ],
];
/** Fields that several columns may have. */
const REPEATED: ReadonlySet<PersonField> = new Set(['email', 'phone', 'street']);
/** Words of headings about another person or a place, or about earlier data. */
const OTHER_PERSON =
  /\b(?:emergenc(?:ias?|y)|mother|father|madre|padre|mama|papa|hij[oa]s?|bebe|herman[oa]|abuel[oa]|novi[oa]|espos[oa]|ella|mujer|pareja|conyuge|partner|spouse|wife|husband|familiar|contacto|recados?|tutor|guardian|responsable|acompanante|donante|medic[oa]|physician|doctora?|dra?|clinica|consultorio|(?:del|el) (?:hospital|laboratorio)|empresa|asesora?|vendedora?|fiscal|anterior(?:es)?|antigu[oa]s?|viej[oa]s?|previous|old)\b/;
/** Words of headings whose numbers may have as many digits as a phone. */
const OTHER_NUMBER =
  /\b(?:nss|imss|issste|seguro|folio|cuenta|clabe|tarjeta|expediente|clave|codigo|id|cedula|fax|poliza|factura|afiliacion)\b/;
/** Titles of several columns about another person, but not 'Dr. Luis Mar' above a whole table. */
const OTHER_GROUP =
  /\b(?:emergencias?|espos[oa]|ella|mujer|pareja|conyuge|familiar|responsable|tutor)\b|^medico(?: (?:tratante|referente))?$/;

/** Headings of a date in three columns, but not a format such as 'día/mes/año'. */
const DATE_PARTS = [/^dia\b(?!.*\bmes\b)/, /^mes\b/, /^ano\b/];

/**
 * Joins headings in two lines, of which those below a title such as 'Pareja' get it as their first word. Day, month and
 * year in three columns become a date in the first of them.
 */
export function joinHeadings(table: Table): Table {
  const { firstRows, headingLine, rows } = table;
  const [first = { cells: [] }, ...others] = rows;
  const firstTexts = first.cells.filter(Boolean);
  // One word is rather the title of a group of rows, such as 'Alta'.
  const isDivided =
    firstTexts.length > 1 &&
    firstTexts.every(
      (text) => isPersonHeading(text) || DATE_PARTS.some((part) => part.test(foldWords(text))),
    );
  const above = firstRows.findLast(({ line }) => line < headingLine)?.cells ?? [];
  const [titles, lower] = isDivided ? [table.headings, first.cells] : [above, table.headings];
  const hasGroups = titles.filter(Boolean).length > 1;
  const days = lower.flatMap((_, index) =>
    DATE_PARTS.every((part, place) => part.test(foldWords(lower[index + place] ?? '')))
      ? [index]
      : [],
  );
  const join = (cells: readonly string[], day: number) =>
    cells
      .slice(day, day + 3)
      .filter(Boolean)
      .join('/');
  let title = '';
  const headings = Array.from(
    { length: Math.max(table.headings.length, lower.length) },
    (_, index) => {
      const heading = lower[index] ?? '';
      if (hasGroups) title = titles[index] || title;
      if (days.includes(index)) return `${title} (${join(lower, index)})`.trim();
      if (!hasGroups || heading === '') return heading || (hasGroups && titles[index]) || '';
      return OTHER_GROUP.test(foldWords(title)) ? `${title} ${heading}` : heading;
    },
  );
  const toRow = (row: Table['rows'][number]) => ({
    ...row,
    cells: row.cells.map((cell, index) => (days.includes(index) ? join(row.cells, index) : cell)),
  });
  const people = isDivided ? others : rows;
  return { ...table, headings, rows: days.length > 0 ? people.map(toRow) : people };
}

export const columnCells = (rows: Table['rows'], index: number) =>
  rows.map(({ cells }) => cleanCell(cells[index] ?? ''));

/** Number of first rows from whose cells the field of a column is guessed. */
export const GUESSED_FROM = 50;

type Fits = (cell: string) => boolean;
const valuePatterns: readonly (readonly [field: PersonField, fits: Fits])[] = [
  ['email', (cell) => patientFields.email.safeParse(cell).success],
  ['curp', (cell) => readCurp(normalizeCurp(cell)) !== undefined],
  ['phone', (cell) => /^\+?[\d ().-]{10,20}$/.test(cell) && /^\D*(?:\d\D*){10,13}$/.test(cell)],
];

/** Whether a cell has what only a person's row has. */
export const looksLikePerson: Fits = (cell) => valuePatterns.some(([, fits]) => fits(cell));
export const isPersonHeading = (heading: string) => guesses.has(foldHeading(heading));

/** 'Fecha' of the last century is rather a date of birth than of registration. */
const isOldDay: Fits = (text) => /^\d{1,2}\D+(?:\d{1,2}|\p{L}+)\D+19\d{2}\b|^19\d{2}-/u.test(text);
const isDay: Fits = (text) =>
  dateOrders.some(
    (order) => 'day' in readDay(text, { order, century: '2000', is1904: false, today: '' }),
  );

/** Maximum number of different statuses in the first rows. */
const MAX_STATUSES = 10;

/** Guesses the field of each column from its heading, or else from its values. Columns without a guess are left out. */
export function guessColumns({ headings, rows }: Table, kind: PeopleKind): MappedColumn[] {
  const byHeading = headings.map((heading, index) => {
    const folded = foldHeading(heading.replaceAll(/\([^()]*\)/g, ' '));
    const guess =
      guesses.get(folded) ?? guesses.get(foldHeading(folded.replaceAll(QUESTION_WORDS, ' ')));
    return { index, guess, isFullName: guess === 'name' && /\b(?:completo|full)\b/.test(folded) };
  });
  const hasGivenName = byHeading.some(({ guess }) => guess === 'givenName');
  const hasAllGivenNames = headings.some((heading) => /^nombres$/i.test(heading));
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
  };
  const guessed = relevant.map(
    ({ index, guess = guessByWords(headings[index] ?? '', usedFields) }) => {
      usedFields.add(guess);
      return { index, guess };
    },
  );
  const firstCells = (index: number) =>
    columnCells(rows.slice(0, GUESSED_FROM), index).filter(Boolean);
  const isStatus: Fits = (cell) => parseStatus(cell, kind) !== undefined;
  const hasStatuses = guessed.some(
    ({ index, guess }) => guess === 'status' && firstCells(index).some(isStatus),
  );
  return guessed.flatMap(({ index, guess }): MappedColumn[] => {
    const cells = firstCells(index);
    // 'Correo de contacto' and 'Contacto electrónico' are rather the person's own.
    const heading = foldWords(headings[index] ?? '').replace(/\bcontacto\b/, '');
    const isOther = OTHER_PERSON.test(heading) || OTHER_NUMBER.test(heading);
    const byValues = valuePatterns.find(
      ([field, fits]) =>
        !isOther &&
        !usedFields.has(field) &&
        cells.length > 0 &&
        cells.filter((cell) => fits(cell)).length * 5 > cells.length * 4,
    );
    const field = guess ?? byValues?.[0];
    if (field === undefined) return [];
    usedFields.add(field);
    if (/^fecha$/i.test(headings[index] ?? '') && cells.some(isOldDay)) return [];
    // Texts that differ in every row are no status, and a known status is not displaced by unknown ones.
    const isUnknown = () =>
      !cells.some(isStatus) && (hasStatuses || /\b(?:fase|situacion)\b/.test(heading));
    if (field === 'status' && (new Set(cells).size > MAX_STATUSES || isUnknown())) {
      return [{ index, field: 'note' }];
    }
    // 'Estado' may be a place or the status of a patient.
    if (field === 'state' && cells.some(isStatus)) {
      return [{ index, field: 'status' }];
    }
    const hasFittingValues =
      cells.length === 0 || cells.some(requiredValues[field] ?? (() => true));
    // The name of the second person of a couple in one row becomes a note.
    const isSecondName =
      field === 'name' && (hasAllGivenNames || index !== (firstName?.index ?? index));
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
  const isFree = (field: PersonField) =>
    REPEATED.has(field) ||
    !usedFields.has(field === 'name' && usedFields.has('givenName') ? 'givenName' : field);
  return headingWords.find(([field, words]) => words.test(folded) && isFree(field))?.[0];
}
