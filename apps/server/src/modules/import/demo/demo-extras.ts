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

/** The image of a demo partner, which is in the store, and whose it is. */
interface StoredLogo {
  readonly partner: PartnerRecord;
  readonly row: typeof files.$inferInsert;
}

/** Draws the logo of every partner and stores it. */
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

/** Gives each partner what its form asks for and no export tells: logo, site, and its branches' studies. */
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

/** Says of each demo exam which laboratory made it, the same for all of a patient: no export says it. */
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
 * Writes orders of exams and their downloads beside the imported demo data: exports have none. Nobody
 * made them, which tells them from those of the staff.
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
