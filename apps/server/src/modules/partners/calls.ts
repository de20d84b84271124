import type { LogoField, Partner, partnersContract } from '@simiente/contract/partners/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { keepFiles } from '../files/public.ts';
import { type AddLogos, createPartner } from './create-partner.ts';
import { findPartnerDuplicates } from './find-duplicates.ts';
import { listAllPartners, listPartners } from './list-partners.ts';
import { type Logos, type ReceivedLogos, remakeLogos, splitLogos } from './logos.ts';
import { readPartner } from './read-partner.ts';
import { updatePartner } from './update-partner.ts';

export function partnerCalls(store: FileStore): Handlers<typeof partnersContract> {
  return {
    getAll: audited(
      ({ db }) => listAllPartners(db),
      (_input, { length: count }) => ({ action: 'partners.listed', details: { count } }),
    ),

    list: audited(
      ({ db, cursors, clinicTimeZone }, input) => listPartners(db, input, cursors, clinicTimeZone),
      (input, { partners }) => ({
        action: 'partners.listed',
        details: { filter: listedFilter(input), count: partners.length },
      }),
    ),

    getOne: audited(
      async ({ db }, { idPartner }) => ({ partner: await readPartner(db, idPartner) }),
      (_input, { partner }) => ({
        action: 'partner.read',
        subject: { kind: 'partner', id: partner.idPartner },
      }),
    ),

    duplicates: audited(
      ({ db }, input) => findPartnerDuplicates(db, input),
      (input, { duplicates }) => ({
        action: 'partners.duplicates_searched',
        details: { by: Object.keys(input), count: duplicates.length },
      }),
    ),

    create: (context, form) => {
      const [files, input] = splitLogos(form);
      return save(
        context,
        store,
        { call: 'partners.create', input, files },
        (transaction, addLogos) => createPartner(transaction, context, input, addLogos),
      );
    },

    update: (context, form) => {
      const [files, input] = splitLogos(form);
      return save(
        context,
        store,
        { call: 'partners.update', input, files },
        (transaction, addLogos) => updatePartner(transaction, context, input, addLogos),
      );
    },
  };
}

/**
 * Stores the images and writes the partner, at most once for each Idempotency-Key and the same bytes.
 */
async function save(
  context: StaffContext,
  store: FileStore,
  {
    call,
    input,
    files,
  }: { readonly call: string; readonly input: object; readonly files: ReceivedLogos },
  write: (transaction: Transaction, addLogos: AddLogos) => Promise<string>,
): Promise<{ partner: Partner }> {
  const logos = await remakeLogos(files);
  const digests = Object.entries<ReceivedFile>(files).map(([field, { sha256 }]) => [field, sha256]);
  const named = { call, input: { ...input, files: Object.fromEntries(digests.sort()) } };
  return keepFiles(
    { db: context.db, store },
    logos as Required<Logos>,
    context.actor.id,
    async (transaction, addFile) => {
      const id = await withIdempotencyKey(transaction, context, named, () =>
        write(transaction, () => addEach(Object.keys(logos) as LogoField[], addFile)),
      );
      await auditView(transaction, context, {
        action: 'partner.read',
        subject: { kind: 'partner', id },
      });
      return { partner: await readPartner(transaction, id) };
    },
  );
}

async function addEach(
  fields: readonly LogoField[],
  addFile: (field: LogoField) => Promise<string>,
): Promise<Partial<Record<LogoField, string>>> {
  const added: Partial<Record<LogoField, string>> = {};
  for (const field of fields) added[field] = await addFile(field);
  return added;
}
