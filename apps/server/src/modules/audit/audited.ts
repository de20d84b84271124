import type { StaffContext } from '../../platform/calls/call-context.ts';
import { auditRead } from './audit-read.ts';
import type { AuditEntry } from './entry.ts';

/**
 * A handler that reads. Its audit row is on disk before the answer is sent: data that cannot be audited
 * are not shown. A change writes its row in its own transaction instead.
 */
export function audited<Input, Data>(
  read: (context: StaffContext, input: Input) => Data | Promise<Data>,
  entryOf: (input: Input, data: Data, context: StaffContext) => AuditEntry,
): (context: StaffContext, input: Input) => Promise<Data> {
  return async (context, input) => {
    const data = await read(context, input);
    await auditRead(context.db, context, entryOf(input, data, context));
    return data;
  };
}
