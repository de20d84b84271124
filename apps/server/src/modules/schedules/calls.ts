import type { ClinicSettings, clinicContract } from '@simiente/contract/clinic/calls';
import type { StaleDetails } from '@simiente/contract/common/errors';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { Problem } from '../../platform/problem.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../audit/public.ts';

export const clinicCalls: Handlers<typeof clinicContract> = {
  settings: audited(
    ({ db }) => readSettings(db),
    () => ({ action: 'clinic.settings_read' }),
  ),

  update: (context, { version, ...fields }) =>
    context.db.transaction(async (transaction) => {
      await transaction.insert(clinicSettings).values({}).onConflictDoNothing();
      const before = await readSettings(transaction, { lock: true });
      if (version !== undefined && version !== before.version) {
        const details = { current: before } satisfies StaleDetails<ClinicSettings>;
        throw new Problem('STALE_VERSION', { details });
      }
      const changed = differing(before, fields);
      if (Object.keys(changed).length > 0) {
        await transaction.update(clinicSettings).set({
          ...changed,
          version: sql`${clinicSettings.version} + 1`,
          updatedAt: sql`now()`,
        });
        await writeAudit(transaction, context, {
          action: 'clinic.settings_changed',
          details: {
            changes: toAuditChanges(context, 'clinic', before, changed, ['holidays']),
            version: before.version + 1,
          },
        });
      }
      await auditView(transaction, context, { action: 'clinic.settings_read' });
      return readSettings(transaction);
    }),
};

async function readSettings(db: Reader, { lock = false } = {}): Promise<ClinicSettings> {
  const query = db
    .select({ holidays: clinicSettings.holidays, version: clinicSettings.version })
    .from(clinicSettings);
  const [row] = await (lock ? query.for('update') : query);
  if (!row) return { holidays: { added: [], removed: [] }, version: 1 };
  const { added, removed } = row.holidays;
  return { holidays: { added: [...added], removed: [...removed] }, version: row.version };
}
