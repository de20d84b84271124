import type * as z from 'zod';
import { shortPhoneQuestion } from '../common/phones.ts';
import { readDay } from '../common/read-date.ts';
import { visibleText } from '../common/text.ts';
import { MAX_NOTE_LENGTH } from '../notes/calls.ts';
import { correctZeros, normalizeCurp, readCurp } from '../patients/curp.ts';
import { patientFields } from '../patients/fields.ts';
import {
  findBirthDateProblem,
  type Identification,
  INVALID_CURP,
  identificationFields,
  isMexico,
  type Sex,
} from '../patients/identification.ts';
import { describeOtherState } from '../patients/postal-codes.ts';
import { MAX_NOTES_LENGTH, NO_CONTACT } from '../prospects/fields.ts';
import {
  describeUnknownStatus,
  isNotPerson,
  parseState,
  parseStatus,
  sexWords,
  UNKNOWN_SEX,
} from './cell-words.ts';
import {
  foldWords,
  type PeopleKind,
  type PersonColumn,
  type PersonField,
  personFieldNames,
} from './columns.ts';

/** A row of a spreadsheet in stored form; `name` is not empty. */
export interface ReadPerson
  extends Omit<Identification, 'emergencyName' | 'emergencyPhone' | 'emergencyRelation'> {
  name: string;
  email: string | null;
  phone: string | null;
  notes: string | null;
  status: string | number | null;
  createdOn: string | null;
}

export interface PersonIssue {
  readonly field: PersonField;
  readonly message: string;
}

/** How to read the cells of a file. */
export interface PersonReading {
  readonly kind: PeopleKind;
  /** Today on the clinic's calendar. */
  readonly today: string;
  /** Null for a CSV, where a bare number is not a date. */
  readonly is1904: boolean | null;
  /** Number of headings of a CSV, whose longer rows may have values in a wrong column. */
  readonly maxCells?: number | undefined;
  /** Whether a short phone, and a name that may be of two people, is accepted instead of questioned. */
  readonly isAccepted?: boolean;
}

/** Error values of a spreadsheet, and placeholders for an empty cell. */
const EMPTY_CELL =
  /^(?:[-–—_.*?]+|(?:0+[/-]0+[/-]0+|0?1\/0?1\/1900|1900-01-01|30\/12\/1899|1899-12-3[01])(?: 0?0:00(?::00)?)?|#(?:n\/[ad]|n\.a\.|¡?(?:ref|valor|value|div\/0|num|nulo|null)!|¿?(?:nombre|name)\?)|n\/[ad]|s\/[dn]|null|undefined|ningun[oa]|(?:no tiene|sin)(?: (?:datos?|correo|e-?mail|tel\.?|tel[eé]fono|cel\.?|celular|curp|nombre))?|no aplica)$/i;
const COMPANY = /(?<!\p{L})s\.? ?(?:a\.?|de ?r\.? ?l\.?|c\.?) ?de c\.? ?v\.?$/iu;
/** 'Ana Paz y Luis Gil', but not 'José Ortega y Gasset'. */
const TWO_PEOPLE =
  /[/&+]| y (?:espos[oa]|pareja|sra?|familia|hij[oa]s?|beb[eé])(?!\p{L})|^\S+ .+ y \S+ \S/iu;
/** Another person, to whom a phone such as '55 1234 5678 (mamá)' belongs. */
const OTHER_PERSON =
  /(?<!\p{L})(?:mam[aá]|pap[aá]|madre|padre|espos[oa]|marido|pareja|herman[oa]|hij[oa]|t[ií][oa]|novi[oa]|recados)(?!\p{L})/iu;
/** A birthday without its year: '--07-15' in contacts, or '15/07'. */
const BIRTHDAY = /^(?:--\d{2}-?\d{2}|\d{1,2}[/-]\d{1,2}|\d{1,2}(?: de |[ /-])\p{L}{3,10}\.?)$/u;
/** Telephone numbers and addresses that were typed only to fill a required cell. */
const NO_PHONE = /^(?:(\d)\1+|0?1234567890?|\P{N}*)$/u;
const NO_EMAIL = /^[^@.]*$|^(?:no|sin)[-_.]?(?:tiene|correo|e?mail|aplica|usa)?@|^([^@]+)@\1\./i;
/** A formula in a workbook whose program did not store its value. */
const EMPTY_FORMULA = 'Es una fórmula sin resultado. Abre el archivo en Excel y guárdalo de nuevo.';
/** Words for a missing CURP, and the CURPs that systems enter for every foreigner. */
const NO_CURP = /^(?:ENTR[AÁ]MITE|PENDIENTE|EXTRANJER[OA]|XEXX010101[HM]NEXXXA\d)$/;
/** A number that Excel rounded to fit its cell: '5.51234E+09'. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d+$/i;
/** Headings that need not be repeated in a note. */
const NOTE_HEADING = /^(?:notas?|observaci(?:on|ones)|comentarios?|notes?|comments?|remarks)$/;

/** A cell in one line, as a reader sees it; empty for an error or a placeholder. */
export function cleanCell(cell: string): string {
  const text = visibleText(cell.replaceAll(/\p{Cc}/gu, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    // Marks a text in Excel.
    .replace(/^'(?=[\d+])/, '');
  return EMPTY_CELL.test(text) ? '' : text;
}

/** The person of a row, or all of its errors. */
export function readPerson(
  cells: readonly string[],
  columns: readonly PersonColumn[],
  reading: PersonReading,
): { readonly person: ReadPerson } | { readonly issues: readonly PersonIssue[] } {
  const issues: PersonIssue[] = [];
  if (cells.slice(reading.maxCells ?? cells.length).some((cell) => cleanCell(cell) !== '')) {
    issues.push({ field: 'name', message: SHIFTED });
  }
  const notes: string[] = [];
  const texts = new Map<PersonField, ColumnText>();
  const names = { given: [] as string[], family: [] as string[] };
  for (const column of columns) {
    const text = cleanCell(cells[column.index] ?? '');
    const { field, heading } = column;
    // A formula that refers to an empty cell gives a zero.
    if (text === '' || (field !== 'note' && /^0+$/.test(text))) continue;
    if (text.startsWith('=') && reading.is1904 !== null) {
      if (field !== 'note') issues.push({ field, message: EMPTY_FORMULA });
      continue;
    }
    if (field === 'name' || field === 'givenName') names.given.push(text);
    else if (field === 'familyName') names.family.push(text);
    else if (field === 'note' && NOTE_HEADING.test(foldWords(heading))) notes.push(text);
    else if (field === 'street') {
      // The number of a street may have a column of its own.
      texts.set(field, { text: [texts.get(field)?.text, text].filter(Boolean).join(' '), column });
    }
    // The prefix of a phone may have a column of its own too.
    else if (field === 'phone' && isPrefix(texts.get(field))) {
      texts.set(field, { text: `${texts.get(field)?.text} ${text}`, column });
    }
    // A second phone or e-mail goes into the note. Of a landline and a mobile, the landline goes there.
    else if (field === 'phone' && MOBILE.test(heading) && isLandline(texts.get(field))) {
      notes.push(`${texts.get(field)?.column.heading}: ${texts.get(field)?.text}`);
      texts.set(field, { text, column });
    } else if (field === 'note' || texts.has(field)) notes.push(`${heading}: ${text}`);
    else texts.set(field, { text, column });
  }
  const read = <Value>(
    field: PersonField,
    toValue: (text: string, column: PersonColumn) => Value | Problem,
  ): Value | null => {
    const cell = texts.get(field);
    if (cell === undefined) return null;
    const value = toValue(cell.text, cell.column);
    if (!(value instanceof Problem)) return value;
    issues.push({ field, message: value.message });
    return null;
  };
  const moveToNote = (field: PersonField, text: string) => {
    notes.push(`${personFieldNames[field]}: ${text}`);
    return null;
  };
  const day = (text: string, { field, order, century }: PersonColumn) => {
    const { is1904, today } = reading;
    // Nobody was registered a century ago.
    const latest = field === 'createDate' ? 'latest' : century;
    const date = readDay(text, { order, century: latest, is1904, today });
    return 'day' in date ? date.day : new Problem(date.problem);
  };
  const line = (field: 'street' | 'colony' | 'municipality' | 'country' | 'identityDocument') =>
    read(field, (text) => parse(identificationFields[field], text));
  const country = line('country');
  /** A state or postal code, which is checked only in Mexico. */
  const inMexico = (field: 'state' | 'zip', toValue: (text: string) => string | null) =>
    read(field, (text) =>
      isMexico(country)
        ? (toValue(text) ?? moveToNote(field, text))
        : parse(identificationFields[field], text),
    );

  const state = inMexico('state', parseState);
  const person: ReadPerson = {
    name: readName(names, issues, {
      hasNoOtherValue: texts.size === 0 && notes.length === 0,
      isAccepted: reading.isAccepted ?? false,
      moveToNote: (text) => moveToNote('name', text),
    }),
    email: read('email', (text) => readEmail(text, (other) => moveToNote('email', other))),
    phone: read('phone', (text, column) => {
      if (isPrefix({ text, column })) return null;
      const phone = readPhone(text, () => moveToNote('phone', text));
      const isQuestioned = !reading.isAccepted && isMexico(country);
      const question =
        isQuestioned && typeof phone === 'string' ? shortPhoneQuestion(phone) : undefined;
      return question === undefined ? phone : new Problem(question);
    }),
    curp: read('curp', (text) => {
      const curp = correctZeros(normalizeCurp(text), reading.today);
      if (NO_CURP.test(curp)) return moveToNote('curp', text);
      return readCurp(curp) === undefined ? new Problem(INVALID_CURP) : curp;
    }),
    birthDate: read('birthDate', (text, column) => {
      if (BIRTHDAY.test(text)) return moveToNote('birthDate', text);
      const date = day(text, column);
      if (date instanceof Problem) return date;
      const problem = findBirthDateProblem(date, reading.today);
      return problem === undefined ? date : new Problem(problem);
    }),
    sex: null,
    createdOn: read('createDate', (text, column) => {
      const date = day(text, column);
      return date instanceof Problem || date <= reading.today
        ? date
        : new Problem('La fecha de registro no puede ser futura.');
    }),
    status: read('status', (text, { values }) => {
      const status = parseStatus(String(values?.[text] || text), reading.kind);
      // The screen asked about this text, and the user left it open.
      if (status === undefined && values?.[text] === '') return moveToNote('status', text);
      return status ?? new Problem(describeUnknownStatus(text, reading.kind));
    }),
    street: line('street'),
    colony: line('colony'),
    municipality: line('municipality'),
    state,
    zip: inMexico('zip', (text) => {
      // Only postal codes of the capital begin with the zero that Excel drops.
      const digits = (state ?? CAPITAL) === CAPITAL ? text.padStart(5, '0') : text;
      return /^\d{5}$/.test(digits) ? digits : null;
    }),
    country,
    identityDocument: line('identityDocument'),
    notes: null,
  };
  const facts = readCurp(person.curp ?? '');
  person.sex = read('sex', (text, column) =>
    UNKNOWN_SEX.test(text) ? moveToNote('sex', text) : readSex(text, column, facts?.sex ?? null),
  );
  if (facts && person.birthDate !== null && facts.birthDate !== person.birthDate) {
    issues.push({ field: 'birthDate', message: OTHER_THAN_CURP });
  }
  if (facts?.sex && person.sex && person.sex !== 'intersex' && facts.sex !== person.sex) {
    issues.push({ field: 'sex', message: OTHER_THAN_CURP });
  }
  if (reading.kind === 'prospects') {
    moveFieldsToNote(person, notes);
    const hasContactIssue = issues.some(({ field }) => field === 'email' || field === 'phone');
    if (person.email === null && person.phone === null && !hasContactIssue) {
      issues.push({ field: 'email', message: NO_CONTACT });
    }
  }
  const otherState = describeOtherState(person);
  if (otherState && !reading.isAccepted) issues.push({ field: 'zip', message: otherState });
  const maxLength = reading.kind === 'patients' ? MAX_NOTE_LENGTH : MAX_NOTES_LENGTH;
  person.notes = notes.join('\n') || null;
  if ((person.notes?.length ?? 0) > maxLength) {
    issues.push({ field: 'note', message: `La nota tiene más de ${maxLength} caracteres.` });
  }
  return issues.length > 0 ? { issues } : { person };
}

const CAPITAL = 'Ciudad de México';
const OTHER_THAN_CURP = 'No coincide con la CURP.';
const SHIFTED =
  'La fila tiene más celdas que encabezados. Deja cada dato en su columna y vacía las demás.';

interface ColumnText {
  readonly text: string;
  readonly column: PersonColumn;
}

/** Headings of mobile phones, which are preferred, because patients get messages on them. */
const MOBILE = /\b(?:cel|m[oó]vil|whats)/i;
const isLandline = (one: ColumnText | undefined) => !MOBILE.test(one?.column.heading ?? 'cel');

/** Whether a text is the prefix of a country or city, in a column of its own. */
const isPrefix = (one: ColumnText | undefined) =>
  one !== undefined &&
  /^\W*\d{1,4}$/.test(one.text) &&
  /^(?:prefijo|lada)/i.test(one.column.heading);

class Problem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function parse<Value>(schema: z.ZodType<Value | null>, text: string): Value | Problem {
  const { data, error } = schema.safeParse(text);
  return data ?? new Problem(error?.issues[0]?.message ?? '');
}

/** The number or mark of a name in a list, and a title: '1.- Sra. Ana Paz'. */
const LIST_NUMBER = /^(?:\d+ ?[.)-]+|[*•·-]+)? *(?:(?:sr|sra|srita|srta)\b\.? ?(?!y ))?(?=\p{L})/iu;
const DEGREE = /, ?(?:m\.? ?d|ph\.? ?d|jr|sr|i{2,3}|dra?|lic|ing|m\.? ?c|q\.? ?f\.? ?b)\.?$/i;

/** A remark after a part of the name: 'Ana Ruiz (esposa de Luis)', 'Luis Paz 2da vez'. */
const REMARK =
  /(?<=\p{L}) ?[-–]? ?(\([^()]*\)|(?:\d\S{0,5}|primera|segunda|tercera) (?:vez|visita|cita|consulta)(?!\p{L}))/giu;

interface NameReading {
  readonly hasNoOtherValue: boolean;
  readonly isAccepted: boolean;
  readonly moveToNote: (text: string) => null;
}

function readName(
  { given, family }: { readonly given: readonly string[]; readonly family: readonly string[] },
  issues: PersonIssue[],
  { hasNoOtherValue, isAccepted, moveToNote }: NameReading,
): string {
  const joined = [...given, ...family]
    .join(' ')
    .replace(LIST_NUMBER, '')
    .replace(/(?<![,;*])[,;*]+$/, '')
    .replaceAll(REMARK, (_, remark) => moveToNote(remark) ?? '');
  // A formula without a value is the only issue of a name.
  if (joined === '' && issues.some(({ message }) => message === EMPTY_FORMULA)) return '';
  // 'Soto Lara, Iván', but not 'Eva Soto, MD'
  const [, last, first] =
    family.length > 0 || DEGREE.test(joined) ? [] : (/^([^,]+), ?([^,]+)$/.exec(joined) ?? []);
  const name = first === undefined ? joined : `${first} ${last}`;
  const result = name === '' ? new Problem('Falta el nombre.') : parse(patientFields.name, name);
  const isTitle = isNotPerson(name, hasNoOtherValue) || COMPANY.test(joined);
  const isCouple = !isAccepted && TWO_PEOPLE.test(name);
  if (!(result instanceof Problem) && !isTitle && !isCouple) return result;
  const message =
    result instanceof Problem
      ? result.message
      : isCouple
        ? 'Parecen dos personas. Deja una en cada fila, o acepta el nombre.'
        : 'Parece un título, un total o una empresa, no una persona.';
  issues.push({ field: 'name', message });
  return '';
}

function readEmail(text: string, moveToNote: (others: string) => null): string | Problem | null {
  if (NO_EMAIL.test(text)) return moveToNote(text);
  const parts = text
    .replace(/(?<![.,;])[.,;]+$/, '')
    .replace(/^mailto:/i, '')
    // 'Ana Ruiz <ana@example.org>'
    .replace(/^[^<>@]*<([^<>]*)>$/, '$1')
    .split(/[;,/\s]+/)
    .filter(Boolean);
  if (parts.length < 2 || !parts.every((part) => part.includes('@'))) {
    return parse(patientFields.email, parts.length === 1 ? (parts[0] ?? '') : text);
  }
  const [first = '', ...others] = parts;
  moveToNote(others.join(', '));
  return parse(patientFields.email, first);
}

/** Maximum digits of one phone: 15 with its country (E.164), and '00' before them. */
const MAX_PHONE_DIGITS = 17;
const TEN_DIGITS = /(?:(?:\+?52[ .-]*1?|04[45]|01)[ .-]*)?(?:[( ]*\d[). -]*){10}/g;

/** The first phone in a text. A text with several phones or other words is also copied to the note. */
function readPhone(text: string, copyToNote: () => null): string | Problem | null {
  if (OTHER_PERSON.test(text) || NO_PHONE.test(text)) return copyToNote();
  if (SCIENTIFIC.test(text)) {
    return new Problem('Excel recortó el teléfono. Escríbelo con todos sus dígitos.');
  }
  // A number cell loses the zero of the prefix 044, and may have decimals.
  const plain = text
    .replace(/^p:/, '')
    .replace(/^(\d+)[.,]0+$/, '$1')
    .replace(/^4[45](?=\d{10}$)/, '');
  const onlyPhone = parse(patientFields.phone, plain);
  const hasSeveral = plain.replaceAll(/\D/g, '').length > MAX_PHONE_DIGITS;
  if (!(onlyPhone instanceof Problem) && !hasSeveral) return onlyPhone;
  const numbers = plain.match(hasSeveral ? TEN_DIGITS : /\+?[(\d][\d ().-]{5,24}\d/g) ?? [];
  for (const number of numbers) {
    const phone = parse(patientFields.phone, number);
    if (phone instanceof Problem) continue;
    copyToNote();
    return phone;
  }
  return onlyPhone;
}

function readSex(text: string, { values }: PersonColumn, curpSex: Sex | null): Sex | Problem {
  const word = foldWords(String(values?.[text] || text));
  const sex = sexWords[word];
  if (sex !== undefined) return sex;
  if (word !== 'm') return new Problem(`«${text}» no es un sexo. Escribe Hombre o Mujer.`);
  return curpSex ?? new Problem('«M» puede ser mujer o masculino. Escribe Hombre o Mujer.');
}

/** Moves the fields that only a patient has into the note of a prospect. */
function moveFieldsToNote(person: ReadPerson, notes: string[]): void {
  const patientOnly = [
    'birthDate',
    'curp',
    'street',
    'colony',
    'municipality',
    'state',
    'zip',
    'country',
    'identityDocument',
  ] as const;
  for (const field of patientOnly) {
    const text = person[field];
    if (text !== null) notes.push(`${personFieldNames[field]}: ${text}`);
    person[field] = null;
  }
  person.sex = null;
}
