import type { Page } from '@playwright/test';
import { setUpTwoFactor } from '../account/authenticator.ts';
import { change } from '../live/screens.ts';
import type { ProductInfo } from '../product/protocol.ts';
import { giveRoles } from '../product/roles.ts';
import { signIn } from '../product/test.ts';

/** The declaration that the specification requires of a signer. */
const ACCEPTED = 'Leí el texto completo y respondo por él con mi nombre y mi cédula.';

/**
 * Makes the colleague a doctor with a professional identity, and signs the patient's draft unchanged as the colleague.
 * The page stays signed in as the colleague.
 */
export async function signDraft(
  page: Page,
  product: ProductInfo,
  idUser: string,
): Promise<{ idVersion: string; recoveryCodes: readonly string[] }> {
  const { colleague } = product;
  const { request } = page;
  const idAccount = await giveRoles(page, product, colleague.email, {
    roles: ['medico', 'administracion'],
  });
  const { identity } = await change<{ identity: { latest: { idVersion: string } } }>(
    request,
    'put',
    '/v1/accounts/enter-identity',
    {
      idAccount,
      fullName: 'Dra. Regina Núñez Ocampo',
      cedula: '12345678',
      institution: 'Universidad Nacional Autónoma de México',
      specialty: 'Urología',
      validFrom: '2020-01-01',
      version: 0,
    },
  );
  await signIn(page, { ...product, staff: colleague });
  const { idVersion: idIdentity } = identity.latest;
  await change(request, 'post', '/v1/account/confirm-identity', { idVersion: idIdentity });
  const { recoveryCodes } = await setUpTwoFactor(page, { staff: colleague });
  const { data: found } = await (
    await request.get(`/v1/reports/of-patient?idUser=${idUser}`)
  ).json();
  const { pending } = found.reports.find(({ kind }: { kind: string }) => kind === 'exam_ai');
  const { workingCopy } = await change<{
    workingCopy: { idWorkingCopy: string; version: number; sha256: string };
  }>(request, 'post', '/v1/reports/start-review', { idVersion: pending });
  const { idWorkingCopy, version, sha256 } = workingCopy;
  const signed = await change<{ version: { idVersion: string } }>(
    request,
    'post',
    '/v1/reports/sign',
    {
      idWorkingCopy,
      version,
      sha256,
      accepted: ACCEPTED,
      confirmation: { password: colleague.password, code: recoveryCodes[0] },
    },
  );
  return { ...signed.version, recoveryCodes: recoveryCodes.slice(1) };
}
