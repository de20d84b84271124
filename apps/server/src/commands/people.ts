import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { matchReasonWords } from '@simiente/contract/people/calls';
import {
  type PeopleKind,
  peopleKinds,
  personFieldName,
  personFieldNames,
} from '@simiente/contract/people/columns';
import { importPeople } from '../modules/people-import/import-people.ts';
import { type ImportPlan, planImport } from '../modules/people-import/plan-import.ts';
import {
  hasMapHeadings,
  type PeopleFile,
  readColumnMap,
  readPeople,
  readPeopleTable,
} from '../modules/people-import/read-people.ts';
import { StartupError } from '../platform/system-errors.ts';
import type { Table } from '../platform/tables/parse-table.ts';
import { ImportError } from '../platform/tables/table-limits.ts';
import { cleanFileName } from '../platform/uploads/receive-form.ts';
import { formatCount, forTerminal, readInputFile, withInstallation } from './with-installation.ts';

interface PeopleOptions {
  readonly kind: string;
  readonly columns: string;
  readonly dryRun?: boolean;
}

/** `people import FILE`: imports patients or prospects from a spreadsheet, and prints the outcome of each row. */
export async function importPeopleFile(name: string, options: PeopleOptions): Promise<void> {
  const { dryRun = false } = options;
  const kind = peopleKinds.find((name) => name === options.kind);
  if (kind === undefined) {
    throw new StartupError('people-kind', `«${options.kind}» no es ${peopleKinds.join(' ni ')}.`);
  }
  const { plan, table } = await withInstallation(async ({ config, installation, act }) => {
    const bytes = await readInputFile(name);
    const map = (await readInputFile(options.columns)).toString('utf8');
    const { db } = installation.database;
    const fileName = cleanFileName(path.basename(name));
    const file = { bytes, name: fileName, kind, timeZone: config.clinicTimeZone };
    const { table, columns } = await readMapped(file, map).catch(throwStartupError);
    // The command cannot ask about phone numbers with too few digits, so it accepts them in every row.
    const accepted = table.rows.map(({ line }) => line);
    const rows = await readPeople(table, columns, file, { cells: {}, omitted: [], accepted });
    const id = `imp_${randomBytes(10).toString('hex')}`;
    const changes = { kept: [], separate: [], normalNames: false };
    const plan = dryRun
      ? await db.transaction((transaction) => planImport(transaction, kind, rows, changes))
      : await importPeople(db, act, { id, file, rows, changes });
    return { plan, table };
  });
  for (const line of formatReport(plan, table, kind, dryRun)) console.log(line);
  if (plan.refused.length > 0) process.exitCode = 1;
}

/** Finds the sheet and heading row that match the map. The detected ones are tried first. */
async function readMapped(file: PeopleFile, map: string) {
  const detected = await readPeopleTable(file);
  let firstError: unknown;
  for (const sheet of new Set([detected.sheet, ...detected.sheets.keys()])) {
    const candidate = sheet === detected.sheet ? detected : await readSheet({ ...file, sheet });
    const headingLine = candidate?.firstRows.find(({ cells }) => hasMapHeadings(map, cells))?.line;
    const table =
      headingLine === undefined || headingLine === candidate?.headingLine
        ? candidate
        : await readSheet({
            ...file,
            sheet: detected.sheets.length > 0 ? sheet : undefined,
            headingLine,
          });
    try {
      if (table) return { table, columns: readColumnMap(map, table) };
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      firstError ??= error;
    }
  }
  throw firstError;
}

/** Null if the sheet cannot be read as a table. */
const readSheet = (file: PeopleFile) =>
  readPeopleTable(file).catch((error: unknown) => {
    if (error instanceof ImportError) return null;
    throw error;
  });

function throwStartupError(cause: unknown): never {
  if (!(cause instanceof ImportError)) throw cause;
  const message = `${forTerminal(cause.message)} No se importó nada.`;
  throw new StartupError('people-refused', message, { cause });
}

function formatReport(plan: ImportPlan, table: Table, kind: PeopleKind, dryRun: boolean): string[] {
  const { created, completed, unchanged, repeated, refused } = plan;
  const unread = table.sheets.filter((_, index) => index !== table.sheet);
  const lines = [
    ...refused.flatMap(({ line, issues }) =>
      issues.map(({ field, message }) => ({
        line,
        text: `rechazada. ${personFieldNames[field]}: ${forTerminal(message)}`,
      })),
    ),
    ...repeated.map(({ line, first }) => ({
      line,
      text: `repetida; es la persona de la fila ${first}.`,
    })),
    ...completed.map(({ line, id, reason, fills }) => {
      const fields = Object.keys(fills).map(personFieldName).join(', ');
      return {
        line,
        text: `ya existe como ${id} (${matchReasonWords[reason]}); se completa: ${fields}.`,
      };
    }),
    ...unchanged
      .filter(({ reason }) => reason !== 'row')
      .map(({ line, id, reason }) => ({
        line,
        text: `ya existe como ${id} (${matchReasonWords[reason]}); queda igual.`,
      })),
  ];
  const total = created.length + completed.length + unchanged.length + repeated.length;
  const noun = kind === 'patients' ? 'pacientes' : 'prospectos';
  return [
    ...lines
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, text }) => `Fila ${line}: ${text}`),
    ...(unread.length === 0
      ? []
      : [`Solo se leyó la hoja «${table.sheets[table.sheet]}»; no se leyó: ${unread.join(', ')}.`]),
    ...(dryRun ? ['Solo se revisó; no se guardó nada.'] : []),
    `${formatCount(total + refused.length, 'fila')} de ${noun}: ${[
      formatCount(created.length, 'nueva'),
      formatCount(completed.length, 'completada'),
      formatCount(unchanged.length, 'sin cambios', 'sin cambios'),
      formatCount(repeated.length, 'repetida'),
      formatCount(refused.length, 'rechazada'),
    ].join(', ')}.`,
  ];
}
