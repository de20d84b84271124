import { success } from '@simiente/contract/common/call';
import { type ProspectPage, prospectPage } from '@simiente/contract/prospects/calls';
import { expect, onTestFinished } from 'vitest';
import { prospects } from '../../schema/prospects.ts';
import type { TestApplication } from '../application.ts';
import { newId } from '../records.ts';

type Row = Partial<typeof prospects.$inferInsert>;

export function prospectList(testApp: () => TestApplication) {
  /**
   * Prospects of one test, removed at its end.
   * @returns their ids, in order
   */
  async function replaceProspects(rows: readonly Row[]): Promise<string[]> {
    const { db } = testApp().database;
    await db.delete(prospects);
    onTestFinished(async () => {
      await db.delete(prospects);
    });
    return addProspects(testApp, rows);
  }

  async function list(query: Record<string, string> = {}): Promise<ProspectPage> {
    const address = `/v1/prospects/list?${new URLSearchParams(query)}`;
    const { status, body } = await testApp().staff.get(address);
    expect(status).toBe(200);
    return success(prospectPage).parse(body).data;
  }

  async function findNames(search: string): Promise<string[]> {
    return getNames(await list({ search, sort: 'name' }));
  }

  return { replaceProspects, list, findNames };
}

export async function addProspects(
  testApp: () => TestApplication,
  rows: readonly Row[],
): Promise<string[]> {
  const complete = rows.map((row) => ({ id: newId('prs'), name: 'Luis Gómez', ...row }));
  if (complete.length > 0) await testApp().database.db.insert(prospects).values(complete);
  return complete.map(({ id }) => id);
}

export const getNames = ({ prospects: rows }: ProspectPage) => rows.map(({ name }) => name);
