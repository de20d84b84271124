import { expect, type Page } from '@playwright/test';
import type { Role } from '@simiente/contract/common/access/roles';
import type { ProductInfo } from './protocol.ts';
import { signIn } from './test.ts';

/**
 * Gives the account with an e-mail its roles, which a second administrator confirms where two are needed. The page is
 * empty then, and signed in as an administrator.
 * @returns the id of the account
 */
export async function giveRoles(
  page: Page,
  product: ProductInfo,
  email: string,
  change: { readonly roles: readonly Role[]; readonly idDoctor?: string },
): Promise<string> {
  const { administrator, supervisor } = product;
  // An open page would send requests with the session that is replaced here.
  await page.goto('about:blank');
  await signIn(page, { ...product, staff: administrator });
  const { data } = await (await page.request.get('/v1/accounts/list')).json();
  const { idAccount } = data.accounts.find((one: { email: string }) => one.email === email);
  const changed = await page.request.put('/v1/accounts/update', {
    data: { idAccount, ...change },
  });
  expect(changed.status()).toBe(200);
  const { account } = (await changed.json()).data;
  if (account.pending === null) return idAccount;
  await signIn(page, { ...product, staff: supervisor });
  const confirmed = await page.request.post('/v1/accounts/confirm-roles', {
    data: { idAccount, version: account.version },
  });
  expect(confirmed.status()).toBe(200);
  return idAccount;
}
