import { type ExportFormat, exportPath } from '@simiente/contract/common/paths';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import type { TestStaff } from '../application.ts';

/**
 * Requests an export of a list.
 * @returns the path at which it is fetched
 */
export async function requestExport(
  person: TestStaff,
  list: string,
  filters: Record<string, unknown> = {},
  format: ExportFormat = 'csv',
): Promise<string> {
  const answer = await person.request({
    method: 'POST',
    url: '/v1/exports',
    payload: { list, filters },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return exportPath(answer.json<{ data: { idExport: string } }>().data.idExport, format);
}

/** Requests an export and fetches it. */
export async function fetchExport(
  person: TestStaff,
  list: string,
  filters: Record<string, unknown> = {},
): Promise<{ answer: LightMyRequestResponse; header: string[]; rows: string[][] }> {
  const answer = await person.request({ url: await requestExport(person, list, filters) });
  expect(answer.statusCode, answer.body).toBe(200);
  const [header = [], ...rows] = readCsv(answer.body);
  return { answer, header, rows };
}

/** Parses CSV by RFC 4180, after its BOM. */
export function readCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  cell.lastIndex = 1;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, bare = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`Not RFC 4180 at ${at}: ${text.slice(at, at + 40)}`);
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Deletes all records of lists, so that the content of each export is known. */
export async function emptyLists(db: Database): Promise<void> {
  for (const table of [
    prospects,
    recipeAppointments,
    examOrders,
    patients,
    doctors,
    branches,
    partners,
  ]) {
    await db.delete(table);
  }
}
