import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import { patients } from '../../schema/patients.ts';
import { deliveryPath } from './calls.ts';
import type { DeliverySecrets } from './secrets.ts';

/** Recipient, link, code and expiry of a delivery's e-mail; null once it is closed or expired. */
export function deliveryMessages(secrets: DeliverySecrets) {
  return async (db: Database, id: string) => {
    const [row] = await db
      .select({ to: reportDeliveries.email, until: reportDeliveries.expiresAt })
      .from(reportDeliveries)
      .innerJoin(
        patients,
        and(eq(patients.id, reportDeliveries.patientId), isNull(patients.deletedAt)),
      )
      .where(
        and(
          eq(reportDeliveries.id, id),
          isNull(reportDeliveries.closedAt),
          sql`${reportDeliveries.expiresAt} > now()`,
        ),
      );
    if (!row || row.to === null) return null;
    const path = deliveryPath(secrets.deriveToken(id));
    return { to: row.to, path, code: secrets.deriveCode(id), until: row.until };
  };
}
