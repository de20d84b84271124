import { hash, randomUUID } from 'node:crypto';
import { buildPartnerLogo } from '@simiente/builders/partner-logo';
import type { LegacyExport, PartnerRecord } from '@simiente/builders/records';
import { examCodes, partnerExamNames } from '@simiente/contract/exam-catalogue';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { files } from '../../schema/files.ts';
import { partners } from '../../schema/partners.ts';

/** The image of a demo partner, which is in the store, and whose it is. */
export interface StoredLogo {
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
