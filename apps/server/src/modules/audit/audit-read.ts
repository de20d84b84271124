import type { Act } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { enforceReadLimit } from './count-reads.ts';
import { type AuditEntry, insertAudit } from './entry.ts';

/** Wraps a read in a handler that audits it. The row is on disk first, so unaudited data are never shown. */
export function audited<Input, Data>(
  read: (context: StaffContext, input: Input) => Data | Promise<Data>,
  toEntry: (input: Input, data: Data, context: StaffContext) => AuditEntry,
): (context: StaffContext, input: Input) => Promise<Data> {
  return async (context, input) => {
    const data = await read(context, input);
    await auditRead(context.db, context, toEntry(input, data, context));
    return data;
  };
}

/** Audits a read, outside a transaction, and resolves once its row is on disk. */
export async function auditRead(db: Database, act: Act, entry: AuditEntry): Promise<void> {
  await enforceReadLimit(db, act, [entry]);
  await insertAudit(db, act, entry);
}
