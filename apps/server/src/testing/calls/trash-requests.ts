import { errorBody } from '@simiente/contract/common/errors';
import { eq, inArray } from 'drizzle-orm';
import { auditEvents } from '../../schema/audit.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import type { TestApplication } from '../application.ts';
import { addBranch, addPartner, addPatient, addProspect } from '../records.ts';

export const notFound = { status: 404, body: errorBody('NOT_FOUND') };
export const deletedAnswer = (count: number) => ({
  status: 200,
  body: { status: 200, data: { deleted: count } },
});
export const restoredAnswer = (count: number) => ({
  status: 200,
  body: { status: 200, data: { restored: count } },
});

const tables = { patients, partners, branches, prospects };

/** The calls of the trash, and the resulting records. */
export function trashRequests(testApp: () => TestApplication) {
  async function post(url: string, payload: object) {
    const answer = await testApp().staff.request({ method: 'POST', url, payload });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  }
  const remove = (...idUsers: readonly string[]) => post('/v1/user/delete', { idUsers });
  const restore = (...ids: readonly string[]) => post('/v1/trash/restore', { ids });

  /** State and version of a record. */
  async function readState(kind: keyof typeof tables, id: string) {
    const table = tables[kind];
    const [row] = await testApp()
      .database.db.select({
        deletedAt: table.deletedAt,
        deletedBy: table.deletedBy,
        deletionId: table.deletionId,
        version: table.version,
      })
      .from(table)
      .where(eq(table.id, id));
    if (!row) throw new Error(`${id} is gone altogether`);
    return { ...row, trashed: row.deletedAt !== null };
  }

  /** The audit of some records. */
  async function listActs(...ids: readonly string[]) {
    return testApp()
      .database.db.select()
      .from(auditEvents)
      .where(inArray(auditEvents.subjectId, [...ids]))
      .orderBy(auditEvents.id);
  }

  /** One record of each kind that can be deleted: a patient, a partner with two branches, a prospect. */
  async function addEachKind() {
    const { db } = testApp().database;
    const partner = await addPartner(db);
    return {
      patient: await addPatient(db),
      partner,
      first: await addBranch(db, partner),
      second: await addBranch(db, partner),
      prospect: await addProspect(db),
    };
  }

  return { post, remove, restore, readState, listActs, addEachKind };
}
