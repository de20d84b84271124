import type { Prospect } from '@simiente/contract/prospects/calls';
import { asc, eq } from 'drizzle-orm';
import { auditEvents } from '../../schema/audit.ts';
import { prospects } from '../../schema/prospects.ts';
import type { TestApplication } from '../application.ts';
import { type CallAnswer, makeSender } from './patient-changes.ts';

/** The answer to a change of a prospect. */
export interface ProspectAnswer extends Omit<CallAnswer, 'data' | 'details'> {
  readonly data?: { readonly prospect: Prospect };
  readonly details?: { readonly current?: Prospect };
}

/** The calls that change prospects of a running application, and their effects. */
export function prospectChanges(testApp: () => TestApplication) {
  const send = makeSender(testApp);
  const change =
    (method: 'PUT' | 'POST', path: string) => (payload: object, headers?: Record<string, string>) =>
      send(method, path, payload, headers) as unknown as Promise<ProspectAnswer>;
  const db = () => testApp().database.db;
  return {
    create: change('POST', '/v1/prospects/create'),
    update: change('PUT', '/v1/prospects/update-status'),
    move: change('PUT', '/v1/prospects/move'),
    convert: change('POST', '/v1/prospects/convert'),
    async findRow(id: string) {
      const [row] = await db().select().from(prospects).where(eq(prospects.id, id));
      return row;
    },
    findAudit: (id: string) =>
      db()
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.subjectId, id))
        .orderBy(asc(auditEvents.id)),
  };
}
