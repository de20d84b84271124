import type { StaleDetails } from '@simiente/contract/common/errors';
import {
  type editedPartnerFields,
  type LogoField,
  logoFields,
  type Partner,
} from '@simiente/contract/partners/calls';
import { toLogoUrl } from '@simiente/contract/partners/fields';
import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { Problem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { discardFile } from '../files/public.ts';
import type { AddLogos } from './create-partner.ts';
import { notDeleted, readPartner } from './query.ts';

type Edit = z.output<typeof editedPartnerFields>;

const logoColumns = {
  logo_app_login: 'loginLogoId',
  logo_app_nav: 'navLogoId',
  logo_lading_logo: 'landingLogoId',
} as const satisfies Record<LogoField, keyof typeof partners.$inferSelect>;

/** Fields without free text: choices, and the ids of files. */
const PLAIN = ['country', 'type', 'utmAvailable', 'timeZone', ...Object.values(logoColumns)];

/**
 * Sets the sent fields of a partner and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @returns the partner's id
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the current partner
 */
export async function updatePartner(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  edit: Edit,
  addLogos: AddLogos,
): Promise<string> {
  const { idPartner: id, version } = edit;
  const [row] = await transaction
    .select()
    .from(partners)
    .where(and(eq(partners.id, id), notDeleted))
    .for('no key update');
  if (!row) throw new Problem('NOT_FOUND');
  if (version !== undefined && version !== row.version) {
    const current = await readPartner(transaction, id);
    throw new Problem('STALE_VERSION', {
      details: { current } satisfies StaleDetails<Partner>,
      shows: { kind: 'partner', id },
    });
  }
  const next = { ...changedFields(row, edit), ...(await changedLogos(row, edit, addLogos)) };
  if (Object.keys(next).length === 0) return id;
  await transaction
    .update(partners)
    .set({
      ...next,
      ...(next.name !== undefined && { logoUrl: toLogoUrl(next.name) }),
      version: sql`${partners.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(partners.id, id));
  for (const field of logoFields) {
    const column = logoColumns[field];
    const earlier = row[column];
    if (column in next && earlier !== null) await discardFile(transaction, earlier);
  }
  await writeAudit(transaction, context, {
    action: 'partner.updated',
    subject: { kind: 'partner', id },
    details: { changes: toAuditChanges(context, id, row, next, PLAIN), version: row.version + 1 },
  });
  return id;
}

type Row = typeof partners.$inferSelect;

function changedFields(row: Row, edit: Edit): Partial<Row> {
  return differing(row, {
    name: edit.name,
    country: edit.country,
    type: edit.type,
    website: edit.website,
    utmAvailable: edit.utm_available,
    timeZone: edit.timeZone === '' ? null : edit.timeZone,
    exams: edit.all_exams_available,
  });
}

/** New images, and the removal of images without a replacement. */
async function changedLogos(row: Row, edit: Edit, addLogos: AddLogos): Promise<Partial<Row>> {
  const added = await addLogos();
  const next: Partial<Row> = {};
  for (const field of logoFields) {
    const column = logoColumns[field];
    const isRemoved = edit.logos_removed?.some((removed) => removed === field) ?? false;
    const file = added[field] ?? (isRemoved ? null : undefined);
    if (file !== undefined && file !== row[column]) next[column] = file;
  }
  return next;
}
