import { hash, randomUUID } from 'node:crypto';
import { buildExamOrders } from '@simiente/builders/exam-orders';
import { buildPartnerLogo } from '@simiente/builders/partner-logo';
import type { BuilderContext } from '@simiente/builders/random';
import type { LegacyExport, PartnerRecord } from '@simiente/builders/records';
import { examCodes, partnerExamNames } from '@simiente/contract/exam-catalogue';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { files } from '../../../schema/files.ts';
import { partners } from '../../../schema/partners.ts';
import { asJson } from './demo-files.ts';

/** The stored logo of a demo partner. */
interface StoredLogo {
  readonly partner: PartnerRecord;
  readonly row: typeof files.$inferInsert;
}

/** Draws and stores the logo of every partner. */
export async function storeLogos(whole: LegacyExport, store: FileStore): Promise<StoredLogo[]> {
  return Promise.all(
    whole.partners.map(async (partner) => {
      const { bytes, mediaType, fileName } = await buildPartnerLogo(partner);
      const id = randomUUID();
      const storageKey = `logos/${id}`;
      await store.put(storageKey, bytes);
      const sha256 = hash('sha256', bytes);
      return {
        partner,
        row: { id, storageKey, name: fileName, mediaType, size: bytes.length, sha256 },
      };
    }),
  );
}

/** Sets the fields of partners that exports lack: logo, website, and their branches' exams. */
export async function completePartners(
  transaction: Transaction,
  whole: LegacyExport,
  logos: readonly StoredLogo[],
): Promise<void> {
  for (const { partner, row } of logos) {
    const branches = whole.branches.filter((branch) => branch.partner.id === partner.idPartner);
    const offered = new Set<string>(branches.flatMap((branch) => branch.exam_available));
    await transaction.insert(files).values(row);
    await transaction
      .update(partners)
      .set({
        loginLogoId: row.id,
        website: `https://${partner.idPartner}.example.com`,
        exams: examCodes.filter((code) => offered.has(code)).map((code) => partnerExamNames[code]),
      })
      .where(eq(partners.id, partner.idPartner));
  }
}

/** Sets the laboratory of demo exams, the same for all of a patient: exports have none. */
export async function nameLaboratories(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    with laboratories as (
      select array_agg(id order by id) as ids from partners where type = 'Laboratorio'
    )
    update exams set laboratory_id =
      laboratories.ids[1 + abs(hashtext(exams.patient_id)::bigint) % cardinality(laboratories.ids)]
    from laboratories where laboratories.ids is not null`);
}

/**
 * Writes orders and their downloads, which exports lack. They have no author, which tells them from
 * those of staff.
 */
export async function writeDemoOrders(
  transaction: Transaction,
  whole: LegacyExport,
  context: BuilderContext,
): Promise<void> {
  const orders = buildExamOrders(context, whole);
  await transaction.execute(sql`
    insert into exam_orders (id, patient_id, branch_id, partner_id, exams, created_at)
    select x."idOrder", x."idUser", x."idBranch", x."idPartner", x.exams, x."createDate"
      from json_to_recordset(${asJson(orders)})
           as x("idOrder" text, "idUser" text, "idBranch" text, "idPartner" text, exams text[], "createDate" timestamptz)
     order by x."createDate", x."idOrder"`);
  const downloads = orders.flatMap(({ idOrder, downloads }) =>
    downloads.map((at) => ({ idOrder, at })),
  );
  await transaction.execute(sql`
    insert into exam_order_downloads (order_id, at)
    select x."idOrder", x.at
      from json_to_recordset(${asJson(downloads)}) as x("idOrder" text, at timestamptz)
     order by x.at, x."idOrder"`);
}
