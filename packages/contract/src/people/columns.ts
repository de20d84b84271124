import * as z from 'zod';
import { identificationTitles } from '../common/column-titles.ts';
import { typedKeys } from '../common/lists.ts';
import { fold } from '../common/search-words.ts';

export const peopleKinds = ['patients', 'prospects'] as const;
export type PeopleKind = (typeof peopleKinds)[number];

const {
  emergencyName: _name,
  emergencyPhone: _phone,
  emergencyRelation: _relation,
  ...titles
} = identificationTitles;

/** Fields of a person in a column of a spreadsheet, with their names. */
export const personFieldNames = {
  name: 'Nombre',
  givenName: 'Nombre de pila',
  familyName: 'Apellidos',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  ...titles,
  status: 'Estatus',
  createDate: 'Fecha de registro',
  note: 'Nota',
} as const;
export type PersonField = keyof typeof personFieldNames;
/** The name of a record's field, which may also be `notes`. */
export const personFieldName = (field: string): string =>
  ({ ...personFieldNames, notes: personFieldNames.note })[field as PersonField] ?? field;
export const personFields = typedKeys(personFieldNames);

export const isDateField = (field: PersonField | null) =>
  field === 'birthDate' || field === 'createDate';

/** Whether the day or the month comes first in the dates of a column. */
export const dateOrders = ['day-first', 'month-first'] as const;
/** The century of two-digit years: the latest that is not in the future, or always the twentieth. */
export const centuries = ['latest', '1900'] as const;

const columnMeaning = z.strictObject({
  field: z.literal(personFields),
  order: z.literal(dateOrders).optional(),
  century: z.literal(centuries).optional(),
  /** Cell texts of a status or sex column, and the value of each. */
  values: z.record(z.string().max(200), z.union([z.string(), z.number()])).optional(),
});

/** Map of the command line: heading → field, optionally with the format of its cells. */
export const columnMap = z.record(
  z.string(),
  z.union([z.literal(personFields), columnMeaning, z.null(), z.literal('')]),
);

/** Meaning of a column, by its position. */
export const mappedColumn = columnMeaning.extend({ index: z.int().min(0).max(1000) });
export type MappedColumn = z.output<typeof mappedColumn>;

export interface PersonColumn extends MappedColumn {
  readonly heading: string;
}

/** Lower case without accents, punctuation and repeated spaces, for comparing headings and values. */
export const foldWords = (text: string) =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
