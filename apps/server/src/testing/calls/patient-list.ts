import { success } from '@simiente/contract/common/call';
import { type PatientPage, patientPage } from '@simiente/contract/patients/calls';
import { expect, onTestFinished } from 'vitest';
import { patients } from '../../schema/patients.ts';
import type { TestApplication } from '../application.ts';
import { addPatients } from '../records.ts';

export function patientList(testApp: () => TestApplication) {
  /** Patients of one test, removed at its end. */
  async function replacePatients(rows: Parameters<typeof addPatients>[1]): Promise<string[]> {
    const { db } = testApp().database;
    await db.delete(patients);
    onTestFinished(async () => {
      await db.delete(patients);
    });
    return addPatients(db, rows);
  }

  async function list(query: Record<string, string> | string = {}): Promise<PatientPage> {
    const address = `/v1/user/list?${new URLSearchParams(query)}`;
    const { status, body } = await testApp().staff.get(address);
    expect(status).toBe(200);
    return success(patientPage).parse(body).data;
  }

  async function findNames(search: string): Promise<string[]> {
    return getNames(await list({ search, sort: 'name' }));
  }

  return { replacePatients, list, findNames };
}

export const getNames = ({ userData }: PatientPage) => userData.map(({ name }) => name);
