import {
  editedPartnerFields,
  type LogoField,
  newPartnerFields,
  type Partner,
  partnersContract,
} from '@simiente/contract/partners';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { formRoute, type UploadRoute } from '../../platform/http/uploads.ts';
import { once } from '../../platform/idempotency/once.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { recordLook } from '../audit/public.ts';
import { keepFiles } from '../files/public.ts';
import { type AddLogos, createPartner } from './create-partner.ts';
import { type Logos, logoLimits, remakeLogos } from './logos.ts';
import { readPartner } from './read-partner.ts';
import { updatePartner } from './update-partner.ts';

/** The calls about partners that take images. */
export function partnerUploads(store: FileStore): UploadRoute[] {
  return [
    formRoute({
      call: partnersContract.create,
      largest: logoLimits,
      fields: newPartnerFields,
      handle: async (context, input, files) => {
        if (!files.logo_app_login) throw loginLogoMissing();
        const request = { call: 'partners.create', input, files };
        return save(context, store, request, (transaction, addLogos) =>
          createPartner(transaction, context, input, addLogos),
        );
      },
    }),
    formRoute({
      call: partnersContract.update,
      largest: logoLimits,
      fields: editedPartnerFields,
      handle: (context, input, files) =>
        save(context, store, { call: 'partners.update', input, files }, (transaction, addLogos) =>
          updatePartner(transaction, context, input, addLogos),
        ),
    }),
  ];
}

/** Keeps the images and writes the partner, at most once for each Idempotency-Key and the same bytes. */
async function save(
  context: StaffContext,
  store: FileStore,
  {
    call,
    input,
    files,
  }: { call: string; input: object; files: Readonly<Record<string, ReceivedFile>> },
  write: (transaction: Transaction, addLogos: AddLogos) => Promise<string>,
): Promise<{ partner: Partner }> {
  const logos = await remakeLogos(files);
  const digests = Object.entries(files).map(([field, { sha256 }]) => [field, sha256]);
  const named = { call, input: { ...input, files: Object.fromEntries(digests.sort()) } };
  return keepFiles(
    { db: context.db, store },
    logos as Required<Logos>,
    context.actor.id,
    async (transaction, addFile) => {
      const id = await once(transaction, context, named, () =>
        write(transaction, () => addEach(Object.keys(logos) as LogoField[], addFile)),
      );
      await recordLook(transaction, context, {
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

function loginLogoMissing(): Problem {
  return new Problem('BAD_REQUEST', {
    issues: [{ path: 'logo_app_login', message: 'Falta el logotipo de login.' }],
  });
}
