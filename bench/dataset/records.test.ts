import { expect, test } from 'vitest';
import { type TableRow, tableRows } from './records.ts';
import { scaleFor } from './scale.ts';
import { columnsByTable, type Table } from './tables.ts';

const scale = { ...scaleFor(100), partners: 20 };
const rows = [...tableRows(scale)];
const listRows = (table: Table) => rows.filter(([name]) => name === table).map(([, row]) => row);
const column = (table: Table, name: string) => {
  const index = columnsByTable[table].split(/,\s*/).indexOf(name);
  return listRows(table).map((row) => row[index]);
};

test('the number of records matches the scale', () => {
  expect(listRows('patients')).toHaveLength(100);
  expect(listRows('fertility_tests')).toHaveLength(100);
  expect(listRows('partners')).toHaveLength(20);
  expect(listRows('branches')).toHaveLength(200);
  expect(listRows('prospects')).toHaveLength(200);
  expect(listRows('exam_orders')).toHaveLength(50);
  expect(listRows('exam_order_downloads')).toHaveLength(66);
});

test('every listed table has rows, each with a cell for each column', () => {
  for (const [table, columns] of Object.entries(columnsByTable)) {
    const rows = listRows(table as Table);
    expect(rows.length, table).toBeGreaterThan(0);
    for (const row of rows) expect(row, table).toHaveLength(columns.split(',').length);
  }
});

test('ids are unique, even across tables', () => {
  const ids = Object.keys(columnsByTable)
    .filter((table) => columnsByTable[table as Table].startsWith('id,'))
    .flatMap((table) => column(table as Table, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the records that a row references precede it', () => {
  const seenIds = new Set<unknown>();
  const names: Partial<Record<Table, readonly string[]>> = {
    exams: ['patient_id', 'laboratory_id'],
    doctor_appointments: ['patient_id', 'doctor_id'],
    recipe_appointments: ['patient_id'],
    branches: ['partner_id'],
    exam_orders: ['patient_id', 'branch_id', 'partner_id'],
    exam_order_downloads: ['order_id'],
    report_versions: ['patient_id'],
    fertility_tests: ['patient_id'],
  };
  const missing: TableRow[] = [];
  for (const entry of rows) {
    const [table, row] = entry;
    const columns = columnsByTable[table].split(/,\s*/);
    for (const name of names[table] ?? []) {
      const value = row[columns.indexOf(name)];
      if (value !== null && !seenIds.has(value)) missing.push(entry);
    }
    seenIds.add(row[0]);
  }
  expect(missing).toEqual([]);
});

test('no two appointments of a doctor that are not cancelled start at the same time', () => {
  const [doctors, times, statuses] = ['doctor_id', 'starts_at', 'status'].map((name) =>
    column('doctor_appointments', name),
  );
  const taken = (doctors ?? []).flatMap((doctor, index) =>
    statuses?.[index] === 'cancelled' ? [] : [`${doctor} ${times?.[index]}`],
  );
  expect(new Set(taken).size).toBe(taken.length);
});

test('the visits of a large service are spread over its years', () => {
  const years = new Set(
    column('doctor_appointments', 'starts_at').map((at) => String(at).slice(0, 4)),
  );
  expect(years.size).toBeGreaterThan(6);
});

test('the same scale generates the same rows', () => {
  expect([...tableRows(scale)]).toEqual(rows);
});
